import { servicesOfCustomer } from '../../../db/tables/recurring-payments'
import { GatewayError } from '../../domain/errors/gateway-error'
import { moneyText } from '../../domain/money/top-up'
import { PAYMENT_METHODS, paymentMethod } from '../../domain/payments/services'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { PAYMENT_SERVICES } from './accounts'
import { quoteFor, type Wanted } from './shop'

export interface QuoteInput extends Wanted {
  /** epay's when absent, as front ends of the family ask. */
  readonly paymentMethod?: string | undefined
}

/** Money to pay for an amount or a plan, e.g. "7.30". Nothing is ordered. */
export async function quotePayment(deps: ServiceDeps, input: QuoteInput): Promise<string> {
  return moneyText((await quoteOf(deps, input)).moneyCents)
}

/** With its currency. Throws `payment.method_unknown`. */
export async function quoteOf(deps: ServiceDeps, { paymentMethod: name, ...wanted }: QuoteInput) {
  const options = await optionValues(deps.db.reader)
  const method = paymentMethod(name || 'alipay')
  if (method === undefined) {
    throw new GatewayError('payment.method_unknown', { method: name ?? '' })
  }
  const asking = { options, service: method.service, nowMs: deps.clock.nowMs() }
  return await quoteFor(deps.db.reader, asking, wanted)
}

export interface OfferedMethod {
  readonly id: string
  readonly service: string
  /** As the operator calls it; "" for one that everybody knows. */
  readonly name: string
  readonly currency: string
  /** Of the currency per dollar, before the ratio of the buyer's group. */
  readonly per_dollar: number
  /** Whether it charges for the periods of a plan by itself. */
  readonly renews: boolean
  /** Whether it has pages where this user manages cards, receipts and renewals. */
  readonly has_portal: boolean
}

/** Ways to pay that are open, to a user. */
export async function paymentMethods(
  { db }: ServiceDeps,
  userId: number,
): Promise<OfferedMethod[]> {
  const options = await optionValues(db.reader)
  const open = PAYMENT_METHODS.filter(({ service }) => PAYMENT_SERVICES[service].isOpen(options))
  const replaced = new Set(open.map(({ replaces }) => replaces))
  const portals = await servicesOfCustomer(db.reader, userId)
  return open
    .filter(({ id }) => !replaced.has(id))
    .map(({ id, service }) => {
      const { currency, perDollar } = PAYMENT_SERVICES[service].price(options)
      const name = service === 'webhook' ? options.OtherPaymentName : ''
      const has_portal = portals.has(service)
      const { renews = false } = PAYMENT_SERVICES[service]
      return { id, service, name, currency, per_dollar: perDollar, renews, has_portal }
    })
}
