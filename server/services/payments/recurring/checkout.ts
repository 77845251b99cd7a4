/** How a plan is bought that the payment service then charges for by itself. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import {
  type RecurringInterval,
  recurringInterval,
} from '../../../domain/payments/recurring-interval'
import type { PaymentServiceId } from '../../../domain/payments/services'
import type { ServiceDeps } from '../../service-deps'
import type { PaymentAccount, RecurringAccount } from '../services/service'
import type { Quote } from '../shop'
import { withCustomer } from './customers'

interface Renewal {
  readonly service: PaymentServiceId
  readonly account: RecurringAccount
  readonly interval: RecurringInterval
}

/**
 * Throws `payment.cannot_renew` for what does not renew, or not as the service counts periods, and
 * `payment.code_and_renewal` with a code, which counts once.
 */
export function renewalOf(
  { recurring: account }: PaymentAccount,
  { service, quote }: { readonly service: PaymentServiceId; readonly quote: Quote },
): Renewal {
  const { plan, discount } = quote
  const interval = plan === undefined ? undefined : recurringInterval(plan)
  if (account === undefined || interval === undefined) {
    throw new GatewayError('payment.cannot_renew', { service })
  }
  if (discount !== undefined) throw new GatewayError('payment.code_and_renewal')
  return { service, account, interval }
}

/** In the account that the buyer has at the service. */
export function checkoutWith(
  deps: ServiceDeps,
  { service, account, interval }: Renewal,
  userId: number,
): PaymentAccount['checkout'] {
  return async (purchase) =>
    await withCustomer(deps, { service, userId, account }, (customer) =>
      account.checkout({ ...purchase, customer, interval }),
    )
}
