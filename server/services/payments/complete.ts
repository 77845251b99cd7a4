import { completeOrder, findOrder, type OrderRow } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably } from '../work'
import { credit } from './credit'

/**
 * Credits an order whose payment notice never came, once: a notice that comes after all finds it
 * paid. Throws `payment.order_not_found` and `payment.already_credited`.
 */
export async function completePayment(
  deps: ServiceDeps,
  actor: Actor,
  tradeNo: string,
): Promise<OrderRow> {
  const order = await findOrder(deps.db.reader, tradeNo)
  if (order === undefined) throw new GatewayError('payment.order_not_found')
  return await transactDurably(deps, actor, async (work) => {
    const paid = await completeOrder(work.trx, tradeNo, {
      atSeconds: nowSeconds(deps.clock),
      providerTradeNo: '',
    })
    if (paid === undefined) throw new GatewayError('payment.already_credited')
    await credit(work, paid, 'order.complete')
    return paid
  })
}
