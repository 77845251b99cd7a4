import { inCommits } from '../../../db/slices'
import { expireOrders, updateOrder } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { TOP_UP_STATUS } from '../../domain/status'
import { giveUsesBack } from '../promo-codes/discount'
import type { ServiceDeps } from '../service-deps'
import type { Work } from '../work'

/** A form that was not paid by then was given up; if money comes after all, it is credited. */
const ORDER_LIFETIME_SECONDS = 24 * 3600

/** Marks old unpaid orders as expired and returns how many. */
export async function expirePayments(deps: ServiceDeps): Promise<number> {
  const before = nowSeconds(deps.clock) - ORDER_LIFETIME_SECONDS
  return await inCommits((limit) =>
    deps.db.transaction(async (trx) => {
      const tradeNos = await expireOrders(trx, before, limit)
      await giveUsesBack(trx, tradeNos, deps.clock.nowMs())
      return tradeNos.length
    }),
  )
}

/** Nobody can pay it any more. */
export async function closeOrder({ trx, clock }: Work, tradeNo: string): Promise<void> {
  await updateOrder(trx, tradeNo, { status: TOP_UP_STATUS.expired, ask_time: 0 })
  await giveUsesBack(trx, [tradeNo], clock.nowMs())
}
