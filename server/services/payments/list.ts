import { countOrders, listOrders, type OrderFilter, type OrderRow } from '../../../db/tables/orders'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'

export type OrderView = OrderRow

export type ListOrdersInput = OrderFilter & PageRequest

/** Newest first. Callers on behalf of a user must set `userId`. */
export async function listOrderPage(
  deps: ServiceDeps,
  input: ListOrdersInput = {},
): Promise<Page<OrderView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const rows = await listOrders(lists, input, window)
  return pageOf(window, rows, await countOrders(lists, input))
}
