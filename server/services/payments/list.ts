import { countOrders, listOrders, type OrderFilter, type OrderRow } from '../../../db/tables/orders'
import type { RowOrder } from '../../../db/tables/row-order'
import { userNames } from '../../../db/tables/users'
import type { OrderSort } from '../../domain/resources/orders'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'

export interface OrderView extends OrderRow {
  /** Whose it is; "" once the account is gone. */
  readonly username: string
}

export interface ListOrdersInput extends OrderFilter, PageRequest {
  readonly order?: RowOrder<OrderSort> | undefined
}

/** Newest first without an `order`. Callers on behalf of a user must set `userId`. */
export async function listOrderPage(
  deps: ServiceDeps,
  input: ListOrdersInput = {},
): Promise<Page<OrderView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const rows = await listOrders(lists, input, { ...window, order: input.order })
  const names = await userNames(lists, [...new Set(rows.map(({ user_id }) => user_id))])
  const shown = rows.map((row) => ({ ...row, username: names.get(row.user_id) ?? '' }))
  return pageOf(window, shown, await countOrders(lists, input))
}
