/** Users and groups that a directory has provisioned by SCIM. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../schema'
import type { ScimGroupsTable, ScimUsersTable } from '../schema/identities'
import type { UserRow } from './users'

export type ScimUserRow = Selectable<ScimUsersTable>
export type ScimGroupRow = Selectable<ScimGroupsTable>

/** Letter case of names does not count. */
const lower = (column: string) => sql<string>`lower(${sql.ref(column)})`

export interface ProvisionedName {
  readonly externalId: string
  readonly names: readonly string[]
}

/** A living user who is not known at any provider of that name yet. */
export async function provisionedUser(
  reader: Kysely<Schema>,
  { externalId, names }: ProvisionedName,
): Promise<UserRow | undefined> {
  const wanted = names.map((name) => name.toLowerCase())
  return await reader
    .selectFrom('users')
    .innerJoin('scim_users as s', 's.user_id', 'users.id')
    .selectAll('users')
    .where('users.deleted_at', 'is', null)
    .where((e) =>
      e.or([
        e.and([e('s.external_id', '<>', ''), e('s.external_id', '=', externalId)]),
        ...(wanted.length === 0 ? [] : [e(lower('s.user_name'), 'in', wanted)]),
      ]),
    )
    .orderBy('users.id')
    .executeTakeFirst()
}

export async function findScimUser(
  reader: Kysely<Schema>,
  by: { readonly userId: number } | { readonly userName: string },
): Promise<ScimUserRow | undefined> {
  const all = reader.selectFrom('scim_users').selectAll()
  const one =
    'userId' in by
      ? all.where('user_id', '=', by.userId)
      : all.where(lower('user_name'), '=', by.userName.toLowerCase())
  return await one.executeTakeFirst()
}

export async function putScimUser(
  trx: Kysely<Schema>,
  row: Insertable<ScimUsersTable>,
): Promise<void> {
  const { user_id: _, created_at: __, ...change } = row
  await trx
    .insertInto('scim_users')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

export async function removeScimUser(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('scim_members').where('user_id', '=', userId).execute()
  await trx.deleteFrom('scim_users').where('user_id', '=', userId).execute()
}
