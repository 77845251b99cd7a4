/** The shop's terms, from the options: what an amount or a plan costs at a payment service. */
import type { PlanRow } from '../../../db/tables/plans'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { leastTopUp, quoteTopUp, type TopUpQuote, type TopUpTerms } from '../../domain/money/top-up'
import type { OptionValues } from '../../domain/options'
import type { PaymentServiceId } from '../../domain/payments/services'
import { existingPlan } from '../plans/plans'
import type { Queries } from '../service-deps'
import { PAYMENT_SERVICES } from './accounts'

export interface Wanted {
  readonly userId: number
  /** Whole dollars, or credits when the site shows credits. */
  readonly amount: number
  /** Instead of an amount. */
  readonly planId?: number | undefined
  /** Credits that the buyer of the plan was told; another price is refused. */
  readonly planPrice?: number | undefined
}

export interface Quote extends TopUpQuote {
  readonly currency: string
  readonly plan?: PlanRow
}

interface Asking {
  readonly options: OptionValues
  readonly service: PaymentServiceId
}

/**
 * Throws `payment.amount_too_small` also when nothing would have to be paid, and for a plan
 * `plan.not_found`, `plan.not_on_sale` and `plan.price_changed`.
 */
export async function quoteFor(
  queries: Queries,
  { options, service }: Asking,
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
  if (wanted.planId === undefined) return { ...amountQuote(wanted.amount, terms), currency }
  const plan = await planOnSale(queries, wanted.planId, wanted.planPrice)
  // The price of a plan is in credits, whatever the site shows.
  const quote = within(plan.price, { ...terms, inDollars: false, minimum: 0 })
  return { ...quote, currency, plan }
}

async function planOnSale(queries: Queries, id: number, told?: number): Promise<PlanRow> {
  const plan = await existingPlan(queries, id)
  if (plan.enabled === 0 || plan.on_sale === 0) throw new GatewayError('plan.not_on_sale')
  if (told !== undefined && told !== plan.price) {
    throw new GatewayError('plan.price_changed', { name: plan.name })
  }
  return plan
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
