import { inCommits } from '../../../db/slices'
import { expireOrders } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import type { ServiceDeps } from '../service-deps'

/** A form that was not paid by then was given up; if money comes after all, it is credited. */
const ORDER_LIFETIME_SECONDS = 24 * 3600

/** Marks old unpaid orders as expired and returns how many. */
export async function expirePayments(deps: ServiceDeps): Promise<number> {
  const before = nowSeconds(deps.clock) - ORDER_LIFETIME_SECONDS
  return await inCommits((limit) => deps.db.transaction((trx) => expireOrders(trx, before, limit)))
}
