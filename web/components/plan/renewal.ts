/** Who pays for the next period of a plan that somebody holds. */

import type { TextKey } from '../../../server/domain/i18n/translate'
import { CHARGING_MS } from '../../../server/domain/payments/recurring-interval'
import type { Subscription } from './plan'

/** Payment services that renew plans, as people know them. */
const SERVICES: ReadonlyMap<string, TextKey> = new Map([['stripe', 'order.service_stripe']])

/** The service that will; `undefined` where the balance does, or nobody. */
export function renewingService({
  renewed_by,
  renews,
}: Pick<Subscription, 'renewed_by' | 'renews'>): TextKey | undefined {
  return renews ? SERVICES.get(renewed_by) : undefined
}

/** When it is paid for, epoch ms: what a service charges for goes on until that is here. */
export function renewalAt(subscription: Subscription): number {
  const { period_end } = subscription
  return renewingService(subscription) === undefined ? period_end : period_end - CHARGING_MS
}
