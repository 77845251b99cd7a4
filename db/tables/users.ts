import type { Insertable, Kysely, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import type { SortName } from '../../server/domain/nouns/noun'
import type { Filter } from '../../server/domain/nouns/noun-stored'
import { userFields } from '../../server/domain/nouns/user'
import type { Lists } from '../lists'
import type { Schema, UsersTable } from '../schema'
import { fieldsAre } from './noun-filter'
import { spentSince } from './rollups'
import type { RowOrder, RowWindow } from './row-order'
import { containsText, sameText } from './text-match'

export type UserRow = Selectable<UsersTable>

/** `quota` is not among them: only `post` of the ledger may change a balance. */
export type UserChange = Omit<Updateable<UsersTable>, 'id' | 'quota' | 'used_quota'>

/** `quota` starts at 0; the ledger posts the first grant. */
export async function insertUser(
  trx: Kysely<Schema>,
  user: Omit<Insertable<UsersTable>, 'id' | 'quota' | 'used_quota'>,
): Promise<UserRow> {
  return await trx
    .insertInto('users')
    .values({ ...user, quota: 0, used_quota: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deleted users are found as well; callers decide what a deletion means to them. */
export async function findUser(reader: Kysely<Schema>, id: number): Promise<UserRow | undefined> {
  return await reader.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Letter case does not tell names apart. Deleted users keep theirs. */
export async function findUserByName(
  reader: Kysely<Schema>,
  username: string,
): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where((e) => sameText(e.ref('username'), username))
    .executeTakeFirst()
}

/** By the verified address of a living user. */
export async function findUserByEmail(
  reader: Kysely<Schema>,
  email: string,
): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where((e) => sameText(e.ref('email'), email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Names by id; unknown ids are left out. */
export async function userNames(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** The super admin that was there first. */
export async function firstRoot(reader: Kysely<Schema>): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where('role', '>=', 100)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

/** Super admins who can sign in. */
export async function rootUsers(
  lists: Lists,
): Promise<Pick<UserRow, 'username' | 'password_hash'>[]> {
  return await lists
    .selectFrom('users')
    .select(['username', 'password_hash'])
    .where('role', '>=', 100)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function updateUser(
  trx: Kysely<Schema>,
  id: number,
  change: UserChange,
): Promise<UserRow | undefined> {
  return await trx
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Organisations are found only where their type is requested. */
export interface UserFilter extends Filter<typeof userFields> {
  /** Part of username, display name or e-mail; all digits match the id as well. */
  readonly keyword?: string | undefined
  readonly withDeleted?: boolean | undefined
  readonly onlyDeleted?: boolean | undefined
}

type UserQuery<O> = SelectQueryBuilder<Schema, 'users', O>

function narrowed<O>(query: UserQuery<O>, filter: UserFilter): UserQuery<O> {
  let narrow = query
  const keyword = filter.keyword?.trim() ?? ''
  if (keyword !== '') {
    narrow = narrow.where((e) =>
      e.or([
        containsText(e.ref('username'), keyword),
        containsText(e.ref('display_name'), keyword),
        containsText(e.ref('email'), keyword),
        ...(/^\d{1,15}$/.test(keyword) ? [e('id', '=', Number(keyword))] : []),
      ]),
    )
  }
  for (const is of fieldsAre(userFields, filter)) narrow = narrow.where(is)
  if (filter.account_type === undefined) narrow = narrow.where('account_type', '=', 'person')
  if (filter.onlyDeleted === true) return narrow.where('deleted_at', 'is not', null)
  return filter.withDeleted === true ? narrow : narrow.where('deleted_at', 'is', null)
}

type Sorted = SortName<typeof userFields> | 'spent_day'
export type UserOrder = RowOrder<Sorted>

export interface UserWindow extends RowWindow<Sorted> {
  /** Epoch seconds from which `spent_day` counts. */
  readonly spentFrom?: number
}

/** Newest first unless another order is requested. */
export async function listUsers(
  lists: Lists,
  filter: UserFilter,
  page: UserWindow,
): Promise<UserRow[]> {
  const { column, direction } = page.order ?? { column: 'id', direction: 'desc' }
  return await narrowed(lists.selectFrom('users').selectAll(), filter)
    .orderBy(column === 'spent_day' ? spentSince('user', page.spentFrom ?? 0) : column, direction)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countUsers(lists: Lists, filter: UserFilter): Promise<number> {
  const query = lists.selectFrom('users').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Ends every sign-in of a user: rights and passwords must take effect at once. */
export async function endSessionsOf(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Banned ones whose ban is over, by epoch seconds. */
export async function usersToEnable(lists: Lists, seconds: number): Promise<readonly number[]> {
  const rows = await lists
    .selectFrom('users')
    .select('id')
    .where('banned_until', '>', 0)
    .where('banned_until', '<=', seconds)
    .where('status', '=', 2)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
