/** Codes that make orders cheaper, and what they were used for. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { TOP_UP_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { PromoCodesTable, PromoUsesTable } from '../schema/promotion'
import { startsWithText } from './text-match'

export type PromoCodeRow = Selectable<PromoCodesTable>
export type PromoUseRow = Selectable<PromoUsesTable>

export async function insertPromoCode(
  trx: Kysely<Schema>,
  row: Omit<Insertable<PromoCodesTable>, 'id'>,
): Promise<PromoCodeRow> {
  return await trx.insertInto('promo_codes').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findPromoCode(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly code: string },
): Promise<PromoCodeRow | undefined> {
  const query = reader.selectFrom('promo_codes').selectAll()
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('code', '=', by.code)
  return await found.executeTakeFirst()
}

export async function updatePromoCode(
  trx: Kysely<Schema>,
  id: number,
  change: Updateable<PromoCodesTable>,
): Promise<void> {
  await trx.updateTable('promo_codes').set(change).where('id', '=', id).execute()
}

/** Whether anybody can have a code to type. */
export async function isAnyPromoCodeOpen(reader: Kysely<Schema>, nowMs: number): Promise<boolean> {
  const found = await reader
    .selectFrom('promo_codes')
    .select('id')
    .where('enabled', '=', 1)
    .where('starts_at', '<=', nowMs)
    .where((e) => e.or([e('ends_at', '=', 0), e('ends_at', '>', nowMs)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts one more use, and keeps everybody else from the code until the transaction ends. */
export async function takePromoCode(
  trx: Kysely<Schema>,
  code: string,
): Promise<PromoCodeRow | undefined> {
  return await trx
    .updateTable('promo_codes')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst()
}

/** False, with nothing deleted, when anything was ever bought with it. */
export async function deletePromoCode(trx: Kysely<Schema>, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('promo_codes')
    .where('id', '=', id)
    .where('id', 'not in', (e) => e.selectFrom('promo_uses').select('promo_code_id'))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface PromoFilter {
  /** Beginning of the code or of the note. */
  readonly keyword: string
}

interface PromoPage extends PromoFilter {
  readonly limit: number
  readonly offset: number
}

/** Newest first. */
export async function listPromoCodes(
  lists: Lists,
  { limit, offset, ...filter }: PromoPage,
): Promise<PromoCodeRow[]> {
  return await narrowed(lists, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countPromoCodes(lists: Lists, filter: PromoFilter): Promise<number> {
  const { count } = await narrowed(lists, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function narrowed(lists: Lists, { keyword }: PromoFilter) {
  const query = lists.selectFrom('promo_codes')
  if (keyword === '') return query
  return query.where((e) =>
    e.or([startsWithText(e.ref('code'), keyword), startsWithText(e.ref('note'), keyword)]),
  )
}

export interface PromoSum {
  /** Orders and plans that were paid. */
  readonly used: number
  /** Orders that wait for their payment. */
  readonly held: number
  /** Credits that the paid ones were cheaper by. */
  readonly credits_off: number
}

/** By the id of the code; a code that nobody has tried is absent. */
export async function sumsOfPromoCodes(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PromoSum>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('promo_uses')
    .select(['promo_code_id', 'state'])
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      e.fn.sum<number>('credits_off').as('credits'),
    ])
    .where('promo_code_id', 'in', ids)
    .where('state', '<>', 'released')
    .groupBy(['promo_code_id', 'state'])
    .execute()
  const sums = new Map<number, PromoSum>()
  for (const { promo_code_id: id, state, count, credits } of rows) {
    const sum = sums.get(id) ?? { used: 0, held: 0, credits_off: 0 }
    const more =
      state === 'used'
        ? { used: Number(count), credits_off: Number(credits) }
        : { held: Number(count) }
    sums.set(id, { ...sum, ...more })
  }
  return sums
}

export async function insertPromoUse(
  trx: Kysely<Schema>,
  row: Omit<Insertable<PromoUsesTable>, 'id'>,
): Promise<void> {
  await trx.insertInto('promo_uses').values(row).execute()
}

/** Uses by one buyer that count against the limit. */
export async function countPromoUses(
  reader: Kysely<Schema>,
  { promoCodeId, userId }: { readonly promoCodeId: number; readonly userId: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom('promo_uses')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('promo_code_id', '=', promoCodeId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'released')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a user has paid an order, bought a plan, or holds a code for somebody's first order. */
export async function hasBought(reader: Kysely<Schema>, userId: number): Promise<boolean> {
  const paid = await reader
    .selectFrom('top_ups')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', TOP_UP_STATUS.success)
    .limit(1)
    .executeTakeFirst()
  if (paid !== undefined) return true
  const plan = await reader
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', 'in', ['balance', 'order'])
    .limit(1)
    .executeTakeFirst()
  if (plan !== undefined) return true
  const held = await reader
    .selectFrom('promo_uses')
    .innerJoin('promo_codes', 'promo_codes.id', 'promo_uses.promo_code_id')
    .select('promo_uses.id')
    .where('promo_uses.user_id', '=', userId)
    .where('promo_uses.state', '<>', 'released')
    .where('promo_codes.first_order', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** Gives the uses of orders back that were not paid. */
export async function releasePromoUses(
  trx: Kysely<Schema>,
  references: readonly string[],
  nowMs: number,
): Promise<void> {
  if (references.length === 0) return
  const rows = await trx
    .updateTable('promo_uses')
    .set({ state: 'released', changed_at: nowMs })
    .where('reference', 'in', references)
    .where('state', '=', 'held')
    .returning('promo_code_id')
    .execute()
  const counts = Map.groupBy(rows, ({ promo_code_id }) => promo_code_id)
  // Always in the same order: two that lock codes never wait for each other.
  for (const [id, { length }] of [...counts].sort(([a], [b]) => a - b)) {
    await trx
      .updateTable('promo_codes')
      .set((e) => ({ uses: e('uses', '-', length) }))
      .where('id', '=', id)
      .execute()
  }
}

/** The order is paid. One that had expired counts again, above the limit if need be. */
export async function countPaidUse(
  trx: Kysely<Schema>,
  reference: string,
  nowMs: number,
): Promise<void> {
  const query = trx
    .updateTable('promo_uses')
    .set({ state: 'used', changed_at: nowMs })
    .where('reference', '=', reference)
  const held = await query.where('state', '=', 'held').returning('id').executeTakeFirst()
  if (held !== undefined) return
  const late = await query
    .where('state', '=', 'released')
    .returning('promo_code_id')
    .executeTakeFirst()
  if (late === undefined) return
  await trx
    .updateTable('promo_codes')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('id', '=', late.promo_code_id)
    .execute()
}

interface UsePage {
  readonly promoCodeId: number
  readonly limit: number
  readonly offset: number
}

/** Newest first. */
export async function listPromoUses(
  lists: Lists,
  { promoCodeId, limit, offset }: UsePage,
): Promise<PromoUseRow[]> {
  return await lists
    .selectFrom('promo_uses')
    .selectAll()
    .where('promo_code_id', '=', promoCodeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countAllPromoUses(lists: Lists, promoCodeId: number): Promise<number> {
  const { count } = await lists
    .selectFrom('promo_uses')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('promo_code_id', '=', promoCodeId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
