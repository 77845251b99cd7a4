import type { Insertable, Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { SortName } from '../../server/domain/nouns/noun'
import type { Filter, SetColumns } from '../../server/domain/nouns/noun-stored'
import { redemptionFields } from '../../server/domain/nouns/redemption'
import { REDEMPTION_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { RedemptionsTable, Schema } from '../schema'
import { fieldsAre } from './noun-filter'
import type { RowOrder, RowWindow } from './row-order'
import { startsWithText } from './text-match'

export type RedemptionRow = Selectable<RedemptionsTable>

export async function insertRedemption(
  trx: Kysely<Schema>,
  redemption: Omit<Insertable<RedemptionsTable>, 'id'>,
): Promise<RedemptionRow> {
  return await trx
    .insertInto('redemptions')
    .values(redemption)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deleted codes are not found. */
export async function findRedemption(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly key: string },
): Promise<RedemptionRow | undefined> {
  const query = reader.selectFrom('redemptions').selectAll().where('deleted_at', 'is', null)
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('key', '=', by.key)
  return await found.executeTakeFirst()
}

/**
 * Unused → used, for one caller only: whoever comes second finds the condition false and gets
 * `undefined`, on whatever connection.
 */
export async function claimRedemption(
  trx: Kysely<Schema>,
  claim: { readonly id: number; readonly userId: number; readonly atSeconds: number },
): Promise<RedemptionRow | undefined> {
  return await trx
    .updateTable('redemptions')
    .set({
      status: REDEMPTION_STATUS.used,
      used_user_id: claim.userId,
      redeemed_time: claim.atSeconds,
    })
    .where('id', '=', claim.id)
    .where('status', '=', REDEMPTION_STATUS.unused)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export interface RedemptionChange extends Partial<SetColumns<typeof redemptionFields>> {
  readonly status?: number | undefined
}

/** `undefined` when the code is gone or no longer in the state that the change was meant for. */
export async function updateRedemption(
  trx: Kysely<Schema>,
  from: { readonly id: number; readonly status: number },
  change: RedemptionChange,
): Promise<RedemptionRow | undefined> {
  return await trx
    .updateTable('redemptions')
    .set(change)
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function removeRedemption(
  trx: Kysely<Schema>,
  id: number,
  nowMs: number,
): Promise<void> {
  await trx.updateTable('redemptions').set({ deleted_at: nowMs }).where('id', '=', id).execute()
}

type RedemptionQuery<O> = SelectQueryBuilder<Schema, 'redemptions', O>

export interface RedemptionFilter extends Filter<typeof redemptionFields> {
  /** Beginning of the name; all digits match the id as well. */
  readonly keyword: string
}

function narrowed<O>(query: RedemptionQuery<O>, filter: RedemptionFilter): RedemptionQuery<O> {
  const { keyword } = filter
  let living = query.where('deleted_at', 'is', null)
  for (const is of fieldsAre(redemptionFields, filter)) living = living.where(is)
  if (keyword === '') return living
  return living.where((e) =>
    e.or([
      startsWithText(e.ref('name'), keyword),
      ...(/^\d{1,15}$/.test(keyword) ? [e('id', '=', Number(keyword))] : []),
    ]),
  )
}

type Sorted = SortName<typeof redemptionFields>
export type RedemptionOrder = RowOrder<Sorted>

/** Newest first unless another order is requested. */
export async function listRedemptions(
  lists: Lists,
  filter: RedemptionFilter,
  page: RowWindow<Sorted>,
): Promise<RedemptionRow[]> {
  const { column, direction } = page.order ?? { column: 'id', direction: 'desc' }
  return await narrowed(lists.selectFrom('redemptions').selectAll(), filter)
    .orderBy(column, direction)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countRedemptions(lists: Lists, filter: RedemptionFilter): Promise<number> {
  const query = lists.selectFrom('redemptions').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}
