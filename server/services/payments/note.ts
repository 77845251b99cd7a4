/** What an order is when it is made: nothing that changes later touches what it was sold for. */
import { completeOrder, insertOrder, type OrderRow } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { agreedPlanText } from '../../domain/payments/agreed-plan'
import { firstAskAt } from '../../domain/payments/ask-times'
import { TOP_UP_STATUS } from '../../domain/status'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { claimDiscount, noteUse } from '../promo-codes/discount'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably, type Work } from '../work'
import { credit } from './credit'
import { beginRecurring } from './recurring/note'
import type { Quote } from './shop'

interface Bought {
  readonly userId: number
  /** As the buyer typed it; "" for none. */
  readonly promoCode?: string | undefined
  readonly method: { readonly id: string; readonly service: string }
  readonly quote: Quote
  /** The service charges for the periods that follow. */
  readonly renews?: boolean | undefined
}

interface Noted extends Bought {
  readonly isAsked: boolean
}

/** Throws as `claimDiscount`, and `promo_code.changed` when it takes off something else by now. */
export async function note(work: Work, noted: Noted): Promise<OrderRow> {
  const { userId, method, quote, isAsked, renews = false } = noted
  const createdAt = nowSeconds(work.clock)
  const tradeNo = `USR${userId}NO${work.random.text(6, ALPHANUMERIC)}${createdAt}`
  const promo = await countUse(work, noted, tradeNo)
  const facts = {
    user_id: userId,
    amount: quote.units,
    credits: quote.credits,
    money_cents: quote.moneyCents,
    payment_method: method.id,
    ...promo,
  }
  const { plan } = quote
  const { service } = method
  const recurring = renews ? await beginRecurring(work, { service, userId, tradeNo }) : undefined
  const order = await insertOrder(work.trx, {
    ...facts,
    trade_no: tradeNo,
    status: TOP_UP_STATUS.pending,
    create_time: createdAt,
    complete_time: 0,
    service,
    recurring_id: recurring?.id ?? 0,
    currency: quote.currency,
    ask_time: isAsked ? firstAskAt(createdAt) : 0,
    ...(plan !== undefined && {
      plan_id: plan.id,
      plan: agreedPlanText({ ...plan, price: quote.credits }),
    }),
  })
  const named = plan === undefined ? facts : { ...facts, plan: plan.name }
  await recordAudit(work, { action: 'order.create', target: `order:${tradeNo}`, after: named })
  return order
}

/** What the code has to do with the order, as its columns. */
async function countUse(work: Work, { userId, promoCode = '', quote }: Bought, tradeNo: string) {
  const { discount: quoted, plan, centsOff, currency } = quote
  if (quoted === undefined) return {}
  const { creditsOff } = quoted
  const price = plan === undefined ? quote.credits : quote.credits + creditsOff
  const wish = { promoCode, userId, planId: plan?.id ?? 0, price }
  const discount = await claimDiscount(work, wish)
  if (discount.creditsOff !== creditsOff) throw new GatewayError('promo_code.changed')
  const use = { discount, userId, reference: tradeNo, state: 'held', centsOff, currency } as const
  await noteUse(work, use)
  return { promo_code: discount.code, cents_off: centsOff, credits_off: creditsOff }
}

/** An order that a code has made free is paid at once, without a service. Its number. */
export async function orderForNothing(
  deps: ServiceDeps,
  actor: Actor,
  { method, ...bought }: Bought,
): Promise<string> {
  return await transactDurably(deps, actor, async (work) => {
    const free = { id: method.id, service: '' }
    const { trade_no: tradeNo } = await note(work, { ...bought, method: free, isAsked: false })
    const paid = await completeOrder(work.trx, tradeNo, {
      atSeconds: nowSeconds(deps.clock),
      providerTradeNo: '',
    })
    if (paid === undefined) throw new Error('an order that was just made is gone')
    await credit(work, paid, 'order.pay')
    return tradeNo
  })
}
