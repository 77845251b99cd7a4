/** Notices of a payment service about plans that it charges for. */
import { findOrder } from '../../../../db/tables/orders'
import {
  findRecurring,
  findRecurringNamed,
  type RecurringRow,
} from '../../../../db/tables/recurring-payments'
import type { PaymentServiceId } from '../../../domain/payments/services'
import type { Actor, ServiceDeps } from '../../service-deps'
import type { Notice } from '../services/service'
import { syncRecurring } from './sync'

export type RecurringNotice = Extract<Notice, { readonly kind: 'recurring' }>

/**
 * False where nothing of ours is named. Throws as `syncRecurring`: the service repeats what nobody
 * could look into.
 */
export async function receiveRecurring(
  deps: ServiceDeps,
  actor: Actor,
  { service, notice }: { readonly service: PaymentServiceId; readonly notice: RecurringNotice },
): Promise<boolean> {
  const found = await named(deps, service, notice)
  if (found === undefined) return false
  await syncRecurring(deps, actor, found.id)
  return true
}

async function named(
  { db }: ServiceDeps,
  service: PaymentServiceId,
  { reference, tradeNo }: RecurringNotice,
): Promise<RecurringRow | undefined> {
  const known = await findRecurringNamed(db.reader, { service, reference })
  if (known !== undefined || tradeNo === '') return known
  const order = await findOrder(db.reader, tradeNo)
  if (order === undefined || order.service !== service) return undefined
  return await findRecurring(db.reader, order.recurring_id)
}
