/** The shop's terms, from the options: what an amount or a plan costs at a payment service. */
import type { PlanRow } from '../../../db/tables/plans'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { leastTopUp, quoteTopUp, type TopUpQuote, type TopUpTerms } from '../../domain/money/top-up'
import type { OptionValues } from '../../domain/options'
import type { PaymentServiceId } from '../../domain/payments/services'
import { planOnSale } from '../plans/plans'
import { type Discount, discountFor } from '../promo-codes/discount'
import type { Queries } from '../service-deps'
import { PAYMENT_SERVICES } from './accounts'

export interface Wanted {
  readonly userId: number
  /** Integral dollars, or credits when the site shows credits. */
  readonly amount: number
  /** Instead of an amount. */
  readonly planId?: number | undefined
  /** Credits that the buyer of the plan was quoted; another price is refused. */
  readonly planPrice?: number | undefined
  /** That makes it cheaper, as the buyer typed it; "" for none. */
  readonly promoCode?: string | undefined
}

export interface Quote extends TopUpQuote {
  readonly currency: string
  readonly plan?: PlanRow
  /** What a code has taken off already. */
  readonly discount?: Discount
  /** Money, in hundredths, that it has taken off. */
  readonly centsOff: number
}

interface Asking {
  readonly options: OptionValues
  readonly service: PaymentServiceId
  readonly nowMs: number
}

/**
 * Throws `payment.amount_too_small` also when nothing would have to be paid, and for a plan
 * `plan.not_found`, `plan.not_on_sale` and `plan.price_changed`; with a code also what
 * `discountFor` throws.
 */
export async function quoteFor(
  queries: Queries,
  { options, service, nowMs }: Asking,
  wanted: Wanted,
): Promise<Quote> {
  const user = await findUser(queries, wanted.userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: wanted.userId })
  const { currency, perDollar: price } = PAYMENT_SERVICES[service].price(options)
  const terms: TopUpTerms = {
    inDollars: options.DisplayInCurrencyEnabled,
    creditsPerUnit: options.QuotaPerUnit,
    price,
    minimum: options.MinTopUp,
    groupRatio: options.TopupGroupRatio[user.group] ?? 1,
  }
  const order = { queries, wanted, terms, currency, nowMs }
  if (wanted.planId === undefined) return await reduced(order, amountQuote(wanted.amount, terms))
  const plan = await planOnSale(queries, wanted.planId, wanted.planPrice)
  return { ...(await reduced(order, within(plan.price, inCredits(terms)), plan)), plan }
}

/** The price of a plan is in credits, whatever the site shows. */
function inCredits(terms: TopUpTerms): TopUpTerms {
  return { ...terms, inDollars: false, minimum: 0 }
}

interface PricedOrder {
  readonly queries: Queries
  readonly wanted: Wanted
  readonly terms: TopUpTerms
  readonly currency: string
  readonly nowMs: number
}

/**
 * With what a code takes off. Whoever buys credits gets all of them; a plan is begun at the lower
 * price, so that what is given back of it later was paid. The least that a service takes is a
 * hundredth; only what costs no credits either is free.
 */
async function reduced(
  { queries, wanted, terms, currency, nowMs }: PricedOrder,
  quote: TopUpQuote,
  plan?: PlanRow,
): Promise<Quote> {
  const { userId, promoCode = '' } = wanted
  if (promoCode.trim() === '') return { ...quote, currency, centsOff: 0 }
  const { credits: price } = quote
  const wish = { promoCode, userId, planId: plan?.id ?? 0, price }
  const discount = await discountFor(queries, wish, nowMs)
  const rest = price - discount.creditsOff
  const less = quoteTopUp(rest, inCredits(terms))?.moneyCents ?? quote.moneyCents
  const moneyCents = rest === 0 ? 0 : Math.max(1, Math.min(less, quote.moneyCents))
  const credits = plan === undefined ? price : rest
  const centsOff = quote.moneyCents - moneyCents
  return { ...quote, currency, credits, moneyCents, discount, centsOff }
}

function amountQuote(amount: number, terms: TopUpTerms): TopUpQuote {
  const least = leastTopUp(terms)
  if (!Number.isSafeInteger(amount)) {
    throw new GatewayError('value.invalid', { field: 'amount', reason: 'reason.not_an_integer' })
  }
  if (amount < least) {
    throw new GatewayError('payment.amount_too_small', { min: least })
  }
  return within(amount, terms)
}

function within(amount: number, terms: TopUpTerms): TopUpQuote {
  const least = leastTopUp(terms)
  const quote = quoteTopUp(amount, terms)
  if (quote === undefined) {
    const max = Number.MAX_SAFE_INTEGER
    throw new GatewayError('value.out_of_range', { field: 'amount', min: least, max })
  }
  if (quote.moneyCents < 1 || quote.credits < 1) {
    throw new GatewayError('payment.amount_too_small', { min: least })
  }
  return quote
}
