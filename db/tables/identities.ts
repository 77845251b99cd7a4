/** Accounts at other services by which users are known. */
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { UserRow } from './users'

export type IdentityColumn = 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'

/** The column of a service that has one, else the id of an identity provider. */
export type IdentityPlace = IdentityColumn | number

/** Deleted users are found as well: an identity opens one account, for ever. */
export async function findUserByIdentity(
  reader: Kysely<Schema>,
  place: IdentityPlace,
  identity: string,
): Promise<UserRow | undefined> {
  if (identity === '') return undefined
  const users = reader.selectFrom('users').selectAll('users')
  if (typeof place !== 'number') {
    return await users.where(place, '=', identity).where(place, '<>', '').executeTakeFirst()
  }
  return await users
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .where('identities.provider_id', '=', place)
    .where('identities.subject', '=', identity)
    .executeTakeFirst()
}

export interface HeldIdentity {
  readonly userId: number
  readonly place: IdentityPlace
  /** "" for none any more. */
  readonly identity: string
  readonly nowMs: number
}

/** In the place of the one that the user had there. */
export async function setIdentity(
  trx: Kysely<Schema>,
  { userId, place, identity, nowMs }: HeldIdentity,
): Promise<void> {
  if (typeof place === 'number') {
    await trx
      .deleteFrom('identities')
      .where('provider_id', '=', place)
      .where('user_id', '=', userId)
      .execute()
    if (identity === '') return
    const row = { provider_id: place, subject: identity, user_id: userId, created_at: nowMs }
    await trx.insertInto('identities').values(row).execute()
    return
  }
  await trx
    .updateTable('users')
    .set({ [place]: identity, updated_at: nowMs })
    .where('id', '=', userId)
    .execute()
}

export async function hasIdentity(
  reader: Kysely<Schema>,
  user: UserRow,
  place: IdentityPlace,
): Promise<boolean> {
  if (typeof place !== 'number') return user[place] !== ''
  return (await identitiesOf(reader, user.id)).some(({ provider_id }) => provider_id === place)
}

export interface BoundIdentity {
  readonly provider_id: number
  readonly slug: string
  readonly name: string
  readonly subject: string
}

/** At identity providers, by their names. */
export async function identitiesOf(
  reader: Kysely<Schema>,
  userId: number,
): Promise<BoundIdentity[]> {
  return await reader
    .selectFrom('identities')
    .innerJoin('identity_providers as p', 'p.id', 'identities.provider_id')
    .select(['p.id as provider_id', 'p.slug', 'p.name', 'identities.subject'])
    .where('identities.user_id', '=', userId)
    .orderBy('p.name')
    .execute()
}

/** 0 without users; deleted ones count. */
export async function highestUserId(reader: Kysely<Schema>): Promise<number> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
