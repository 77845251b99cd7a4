import { countOrders, listOrders, type OrderFilter, type OrderRow } from '../../../db/tables/orders'
import type { RowOrder } from '../../../db/tables/row-order'
import { userNames } from '../../../db/tables/users'
import { agreedPlanIn } from '../../domain/payments/agreed-plan'
import type { OrderSort } from '../../domain/resources/orders'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'

type Hidden =
  | ('plan' | 'checkout_id' | 'instrument' | 'revision')
  | ('recurring_id' | 'period_start' | 'period_end')

export interface OrderView extends Omit<OrderRow, Hidden> {
  /** Whose it is; "" once the account is gone. */
  readonly username: string
  /** Of the plan that is bought; "" for credits. */
  readonly plan_name: string
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
  const shown = rows.map((row) => orderView(row, names.get(row.user_id) ?? ''))
  return pageOf(window, shown, await countOrders(lists, input))
}

export function orderView(
  { plan, checkout_id: _, revision: __, instrument: ___, ...columns }: OrderRow,
  username: string,
): OrderView {
  const { recurring_id: _recurring, period_start: _start, period_end: _end, ...order } = columns
  return { ...order, username, plan_name: agreedPlanIn(plan)?.name ?? '' }
}
