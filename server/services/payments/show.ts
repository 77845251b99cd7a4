import { findOrder } from '../../../db/tables/orders'
import { listCases, type PaymentCaseRow } from '../../../db/tables/payment-cases'
import { type BookedEntry, bookingOf } from '../../../db/tables/statement'
import { userNames } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'
import { abilitiesOf } from './ask'
import { type OrderView, orderView } from './list'

export interface ShownOrder extends OrderView {
  /** The line of the ledger that credited it; null before that. */
  readonly booking: Pick<BookedEntry, 'id' | 'created_at' | 'user_delta'> | null
  readonly cases: readonly PaymentCaseRow[]
  /** What its payment service can do, as it is set up now. */
  readonly can_ask: boolean
  readonly can_refund: boolean
}

const MOST_CASES = 20

/** Throws `payment.order_not_found`. */
export async function showOrder(deps: ServiceDeps, tradeNo: string): Promise<ShownOrder> {
  const { lists } = deps.db
  const order = await findOrder(lists, tradeNo)
  if (order === undefined) throw new GatewayError('payment.order_not_found')
  const names = await userNames(lists, [order.user_id])
  const booking = await bookingOf(lists, { userId: order.user_id, reference: tradeNo })
  const cases = await listCases(lists, { tradeNo }, { offset: 0, limit: MOST_CASES })
  return {
    ...orderView(order, names.get(order.user_id) ?? ''),
    booking: booking ?? null,
    cases: cases.items,
    ...(await abilitiesOf(deps, order)),
  }
}
