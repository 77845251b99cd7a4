/** Who pays for the next period of a plan that somebody holds. */
import { CHARGING_MS } from '../../../server/domain/payments/recurring-interval'
import { isPaymentServiceId, type PaymentServiceId } from '../../../server/domain/payments/services'
import type { Subscription } from './plan'

/** `undefined` where the balance does, or nobody. */
export function renewingService({
  renewed_by,
  renews,
}: Pick<Subscription, 'renewed_by' | 'renews'>): PaymentServiceId | undefined {
  return renews && isPaymentServiceId(renewed_by) ? renewed_by : undefined
}

/** When it is paid for, epoch ms: what a service charges for goes on until that is here. */
export function renewalAt(subscription: Subscription): number {
  const { period_end } = subscription
  return renewingService(subscription) === undefined ? period_end : period_end - CHARGING_MS
}
