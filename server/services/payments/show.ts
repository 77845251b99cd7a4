import { findOrder } from '../../../db/tables/orders'
import { type BookedEntry, bookingOf } from '../../../db/tables/statement'
import { userNames } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'
import type { OrderView } from './list'

export interface ShownOrder extends OrderView {
  /** The line of the ledger that credited it; null before that. */
  readonly booking: Pick<BookedEntry, 'id' | 'created_at' | 'user_delta'> | null
}

/** Throws `payment.order_not_found`. */
export async function showOrder(deps: ServiceDeps, tradeNo: string): Promise<ShownOrder> {
  const { lists } = deps.db
  const order = await findOrder(lists, tradeNo)
  if (order === undefined) throw new GatewayError('payment.order_not_found')
  const names = await userNames(lists, [order.user_id])
  const booking = await bookingOf(lists, { userId: order.user_id, reference: tradeNo })
  return { ...order, username: names.get(order.user_id) ?? '', booking: booking ?? null }
}
