/** OpenID Connect providers in addition to the one of the options. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Schema } from '../schema'
import type { IdentityProvidersTable } from '../schema/identities'

export type IdentityProviderRow = Selectable<IdentityProvidersTable>
export type IdentityProviderChange = Omit<Updateable<IdentityProvidersTable>, 'id' | 'slug'>

export async function allProviders(reader: Kysely<Schema>): Promise<IdentityProviderRow[]> {
  return await reader.selectFrom('identity_providers').selectAll().orderBy('name').execute()
}

/** Those that are offered. */
export async function enabledProviders(reader: Kysely<Schema>): Promise<IdentityProviderRow[]> {
  return await reader
    .selectFrom('identity_providers')
    .selectAll()
    .where('enabled', '=', 1)
    .orderBy('name')
    .execute()
}

export async function findProvider(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly slug: string },
): Promise<IdentityProviderRow | undefined> {
  const all = reader.selectFrom('identity_providers').selectAll()
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('slug', '=', by.slug)
  return await one.executeTakeFirst()
}

export async function insertProvider(
  trx: Kysely<Schema>,
  row: Omit<Insertable<IdentityProvidersTable>, 'id'>,
): Promise<IdentityProviderRow> {
  return await trx
    .insertInto('identity_providers')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateProvider(
  trx: Kysely<Schema>,
  id: number,
  change: IdentityProviderChange,
): Promise<IdentityProviderRow | undefined> {
  return await trx
    .updateTable('identity_providers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** With whom it knew. */
export async function deleteProvider(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('identities').where('provider_id', '=', id).execute()
  await trx.deleteFrom('identity_providers').where('id', '=', id).execute()
}

/** How many living users are known at each. */
export async function countIdentities(
  reader: Kysely<Schema>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select((e) => ['provider_id', e.fn.countAll<number>().as('count')])
    .where('users.deleted_at', 'is', null)
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ provider_id, count }) => [Number(provider_id), Number(count)]))
}

/** Names of living users who would have no other way in. */
export async function onlyKnownAt(reader: Kysely<Schema>, id: number): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select('users.username')
    .where('identities.provider_id', '=', id)
    .where('users.deleted_at', 'is', null)
    .where('users.password_hash', '=', '')
    .where((e) =>
      e.and(
        (['github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id'] as const).map((name) =>
          e(`users.${name}`, '=', ''),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('identities as other')
            .select('other.user_id')
            .whereRef('other.user_id', '=', 'users.id')
            .where('other.provider_id', '<>', id),
        ),
      ),
    )
    .orderBy('users.username')
    .limit(3)
    .execute()
  return rows.map(({ username }) => username)
}
