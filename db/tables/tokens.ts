import type { Insertable, Kysely, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import type { SortName } from '../../server/domain/nouns/noun'
import type { Filter } from '../../server/domain/nouns/noun-stored'
import { tokenFields } from '../../server/domain/nouns/token'
import type { Lists } from '../lists'
import type { Schema, TokensTable } from '../schema'
import { deleteLimitsOf } from './limits'
import { fieldsAre } from './noun-filter'
import { spentSince } from './rollups'
import type { RowOrder, RowWindow } from './row-order'
import { containsText } from './text-match'

export type TokenRow = Selectable<TokensTable>

type Balances = 'remain_quota' | 'used_quota'

export type TokenChange = Omit<Updateable<TokensTable>, 'id' | 'user_id' | Balances>

/** `remain_quota` starts at 0; the ledger posts the first grant. */
export async function insertToken(
  trx: Kysely<Schema>,
  token: Omit<Insertable<TokensTable>, 'id' | Balances>,
): Promise<TokenRow> {
  return await trx
    .insertInto('tokens')
    .values({ ...token, remain_quota: 0, used_quota: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Revoked tokens are not found. */
export async function findToken(reader: Kysely<Schema>, id: number): Promise<TokenRow | undefined> {
  return await reader
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Revoked tokens too, in no order. */
export async function tokensByIds(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<TokenRow[]> {
  if (ids.length === 0) return []
  return await reader.selectFrom('tokens').selectAll().where('id', 'in', ids).execute()
}

/** By the hash of the key; revoked tokens are not found. */
export async function findTokenByHash(
  reader: Kysely<Schema>,
  keyHash: string,
): Promise<TokenRow | undefined> {
  return await reader
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Revoked tokens too: a key stays taken for ever. */
export async function tokenHashExists(reader: Kysely<Schema>, keyHash: string): Promise<boolean> {
  const row = await reader
    .selectFrom('tokens')
    .select('id')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateToken(
  trx: Kysely<Schema>,
  id: number,
  change: TokenChange,
): Promise<TokenRow | undefined> {
  return await trx
    .updateTable('tokens')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Returns how many were revoked. Their limits go with them. */
export async function revokeTokensOf(
  trx: Kysely<Schema>,
  userId: number,
  nowMs: number,
): Promise<number> {
  return await revokeWhere(trx, { column: 'user_id', ids: [userId], nowMs })
}

interface Revoked {
  readonly column: 'user_id' | 'member_id'
  readonly ids: readonly number[]
  readonly nowMs: number
}

async function revokeWhere(
  trx: Kysely<Schema>,
  { column, ids: owners, nowMs }: Revoked,
): Promise<number> {
  if (owners.length === 0) return 0
  const rows = await trx
    .updateTable('tokens')
    .set({ deleted_at: nowMs, status: 2 })
    .where(column, 'in', owners)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await deleteLimitsOf(trx, 'token', ids)
  return ids.length
}

/** The same for a member who leaves. */
export async function revokeTokensOfMember(
  trx: Kysely<Schema>,
  memberId: number,
  nowMs: number,
): Promise<number> {
  return await revokeWhere(trx, { column: 'member_id', ids: [memberId], nowMs })
}

/** The newest ones, revoked ones too. */
export async function tokenIdsOfMember(
  lists: Lists,
  memberId: number,
  most: number,
): Promise<readonly number[]> {
  const rows = await lists
    .selectFrom('tokens')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns how many there were. */
export async function handOverTokens(
  trx: Kysely<Schema>,
  memberId: number,
  heirId: number,
): Promise<number> {
  const rows = await trx
    .updateTable('tokens')
    .set({ member_id: heirId })
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** Until further notice; those that are frozen so already stay as they are. */
export async function freezeTokensOfMembers(
  trx: Kysely<Schema>,
  memberIds: readonly number[],
  reason: string,
): Promise<void> {
  if (memberIds.length === 0) return
  await trx
    .updateTable('tokens')
    .set({ frozen_until: -1, frozen_reason: reason })
    .where('member_id', 'in', memberIds)
    .where('deleted_at', 'is', null)
    // A freeze with an end, which may be over, would let the token work again.
    .where('frozen_until', '!=', -1)
    .execute()
}

/** Only those that were frozen for this reason. */
export async function unfreezeTokensOfMembers(
  trx: Kysely<Schema>,
  memberIds: readonly number[],
  reason: string,
): Promise<void> {
  if (memberIds.length === 0) return
  await trx
    .updateTable('tokens')
    .set({ frozen_until: 0, frozen_reason: '' })
    .where('member_id', 'in', memberIds)
    .where('frozen_reason', '=', reason)
    .execute()
}

type Holder = Pick<TokenRow, 'user_id' | 'member_id' | 'project_id' | 'group'>

/** To another account; calls from now on are its. */
export async function moveTokenTo(trx: Kysely<Schema>, id: number, to: Holder): Promise<void> {
  await trx.updateTable('tokens').set(to).where('id', '=', id).execute()
}

export interface TokenFilter extends Filter<typeof tokenFields> {
  readonly userId?: number | undefined
  /** Part of the name. */
  readonly keyword?: string | undefined
  /** Full name, as the command line addresses a token. */
  readonly name?: string | undefined
  /** Hash of a full key: parts of a key cannot be searched for. */
  readonly keyHash?: string | undefined
}

type TokenColumn = SortName<typeof tokenFields> | 'id' | 'spent_day'
export type TokenOrder = RowOrder<TokenColumn>

export interface TokenWindow extends RowWindow<TokenColumn> {
  /** Epoch seconds from which `spent_day` counts. */
  readonly spentFrom?: number
}

type TokenQuery<O> = SelectQueryBuilder<Schema, 'tokens', O>

function narrowed<O>(query: TokenQuery<O>, filter: TokenFilter): TokenQuery<O> {
  let narrow = query.where('deleted_at', 'is', null)
  const keyword = filter.keyword?.trim() ?? ''
  if (keyword !== '') {
    narrow = narrow.where((e) => containsText(e.ref('name'), keyword))
  }
  if (filter.userId !== undefined) {
    narrow = narrow.where('user_id', '=', filter.userId)
  }
  if (filter.name !== undefined) {
    narrow = narrow.where('name', '=', filter.name)
  }
  if (filter.keyHash !== undefined) {
    narrow = narrow.where('key_hash', '=', filter.keyHash)
  }
  for (const is of fieldsAre(tokenFields, filter)) narrow = narrow.where(is)
  return narrow
}

/** Newest first unless another order is requested. */
export async function listTokens(
  lists: Lists,
  filter: TokenFilter,
  page: TokenWindow,
): Promise<TokenRow[]> {
  const { column, direction } = page.order ?? { column: 'id', direction: 'desc' }
  return await narrowed(lists.selectFrom('tokens').selectAll(), filter)
    .orderBy(column === 'spent_day' ? spentSince('token', page.spentFrom ?? 0) : column, direction)
    // Equal values keep one order, so that no row shows on two pages.
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countTokens(lists: Lists, filter: TokenFilter): Promise<number> {
  const query = lists.selectFrom('tokens').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Names by id; unknown ids are left out. */
export async function tokenNames(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('tokens')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
