/** What is done about an order by a person, who sees afterwards how it stands. */
import type { OrderRow } from '../../../db/tables/orders'
import { userNames } from '../../../db/tables/users'
import type { Actor, ServiceDeps } from '../service-deps'
import { askOrder, askOwnOrder } from './ask'
import { type OrderView, orderView } from './list'
import { type RefundInput, refundOrder } from './refund'

async function shown(deps: ServiceDeps, order: OrderRow): Promise<OrderView> {
  const names = await userNames(deps.db.reader, [order.user_id])
  return orderView(order, names.get(order.user_id) ?? '')
}

/** Throws as `askOrder`. */
export async function askAndShow(deps: ServiceDeps, actor: Actor, tradeNo: string) {
  return await shown(deps, await askOrder(deps, actor, tradeNo))
}

/** Throws as `askOwnOrder`. */
export async function askOwnAndShow(
  deps: ServiceDeps,
  actor: Actor,
  own: Parameters<typeof askOwnOrder>[2],
) {
  return await shown(deps, await askOwnOrder(deps, actor, own))
}

/** Throws as `refundOrder`. */
export async function refundAndShow(deps: ServiceDeps, actor: Actor, refund: RefundInput) {
  return await shown(deps, await refundOrder(deps, actor, refund))
}
