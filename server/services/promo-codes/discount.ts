/** What a code takes off an order, and the uses that count against its limits. */
import {
  countPaidUse,
  countPromoUses,
  findPromoCode,
  hasBought,
  insertPromoUse,
  type PromoCodeRow,
  releasePromoUses,
  takePromoCode,
} from '../../../db/tables/promo-codes'
import { lockHolder } from '../../../db/tables/subscriptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { formatQuota } from '../../domain/money/quota'
import { creditsOff, promoCodeIn, promoRefusal } from '../../domain/payments/promo-code'
import { optionValues } from '../options/current'
import { requireFirstOrder } from '../promotion/bounds'
import type { Queries } from '../service-deps'
import type { Work } from '../work'
import { promoTerms } from './view'

export interface PromoWish {
  /** As the buyer typed it. */
  readonly promoCode: string
  readonly userId: number
  /** 0 for credits. */
  readonly planId: number
  /** Credits, before the discount. */
  readonly price: number
}

export interface Discount {
  readonly promoCodeId: number
  readonly code: string
  /** Credits off the price. */
  readonly creditsOff: number
}

/**
 * What an order would be cheaper by; nothing is counted. Throws the `promo_code.*` that says why a
 * code does not count for it.
 */
export async function discountFor(
  queries: Queries,
  wish: PromoWish,
  nowMs: number,
): Promise<Discount> {
  const code = promoCodeIn(wish.promoCode)
  const row = code === undefined ? undefined : await findPromoCode(queries, { code })
  if (row === undefined) throw new GatewayError('promo_code.unknown')
  return await checked(queries, row, { ...wish, nowMs, uses: row.uses })
}

/**
 * The same, and one more use is counted: whoever asks at the same time waits. Must be followed by
 * `noteUse` in the transaction.
 */
export async function claimDiscount(work: Work, wish: PromoWish): Promise<Discount> {
  const { trx, clock } = work
  // In this order everywhere: first who buys, then the code.
  await lockHolder(trx, wish.userId)
  const code = promoCodeIn(wish.promoCode)
  const row = code === undefined ? undefined : await takePromoCode(trx, code)
  if (row === undefined) throw new GatewayError('promo_code.unknown')
  const request = { ...wish, nowMs: clock.nowMs(), uses: row.uses - 1 }
  const discount = await checked(trx, row, request)
  if (row.first_order === 1) await requireFirstOrder(work, wish.userId)
  return discount
}

interface PromoRequest extends PromoWish {
  readonly nowMs: number
  readonly uses: number
}

async function checked(
  queries: Queries,
  row: PromoCodeRow,
  request: PromoRequest,
): Promise<Discount> {
  const { userId, planId, price, nowMs, uses } = request
  const terms = promoTerms(row)
  const order = {
    ...{ planId, price, nowMs, uses },
    usesOfBuyer: await countPromoUses(queries, { promoCodeId: row.id, userId }),
    isFirst: terms.first_order && !(await hasBought(queries, userId)),
  }
  const refusal = promoRefusal(terms, order)
  if (refusal !== undefined) {
    throw new GatewayError(refusal, { least: await dollars(queries, row.least_order) })
  }
  return { promoCodeId: row.id, code: row.code, creditsOff: creditsOff(terms, price) }
}

async function dollars(queries: Queries, credits: number): Promise<string> {
  const { QuotaPerUnit } = await optionValues(queries)
  return formatQuota(credits, QuotaPerUnit, true)
}

interface NotedUse {
  readonly discount: Discount
  readonly userId: number
  /** Number of the order, or `subscription:7`. */
  readonly reference: string
  readonly state: 'held' | 'used'
  readonly centsOff?: number
  readonly currency?: string
}

export async function noteUse(
  { trx, clock }: Work,
  { discount, userId, reference, state, centsOff = 0, currency = '' }: NotedUse,
): Promise<void> {
  const nowMs = clock.nowMs()
  await insertPromoUse(trx, {
    ...{ reference, state, currency },
    promo_code_id: discount.promoCodeId,
    user_id: userId,
    credits_off: discount.creditsOff,
    cents_off: centsOff,
    created_at: nowMs,
    changed_at: nowMs,
  })
}

interface Promoted {
  readonly trade_no: string
  readonly promo_code: string
}

/** To be called in the transaction that marks an order paid. */
export async function keepUse(
  { trx, clock }: Work,
  { trade_no, promo_code }: Promoted,
): Promise<void> {
  if (promo_code !== '') await countPaidUse(trx, trade_no, clock.nowMs())
}

/** To be called in the transaction that closes orders that nobody has paid. */
export async function giveUsesBack(
  trx: Queries,
  tradeNos: readonly string[],
  nowMs: number,
): Promise<void> {
  await releasePromoUses(trx, tradeNos, nowMs)
}
