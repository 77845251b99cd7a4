/** What usage costs at list prices, whoever pays for it. */
import type { Price } from './price'
import { chargeFor } from './quota'
import type { Usage } from './usage'

const listPrices = new WeakMap<Price, Price>()

/** The same object for the same price, so that its rates are worked out once. */
function listPriceOf(price: Price): Price {
  if (price.groupRatio === 1) return price
  const known = listPrices.get(price)
  if (known !== undefined) return known
  const made = { ...price, groupRatio: 1 }
  listPrices.set(price, made)
  return made
}

/** Credits at list prices, times what the channel costs against them. */
export function costOf(used: Usage, price: Price, costRatio = 1): number {
  return Math.round(chargeFor(used, listPriceOf(price)) * costRatio)
}
