/** What a call used that its price leaves out. */

import { UNIT_NAMES, type UnitName, unitOf } from '../units'
import type { Price } from './price'
import type { Usage } from './usage'

/**
 * A price by unit charges the units that it names and those with a price whatever the model costs.
 * All others are put with the counts that no unit stands for, so that logs and checks show them.
 */
export function withUnpricedUnits(used: Usage, price: Price): Usage {
  if (price.byUnit !== true) return used
  const unpriced = UNIT_NAMES.filter((name) => used[name] > 0 && isLeftOut(name, price))
  if (unpriced.length === 0) return used
  const counts = unpriced.map((name) => [unitOf(name).class, used[name]] as const)
  return { ...used, unknown: { ...used.unknown, ...Object.fromEntries(counts) } }
}

function isLeftOut(name: UnitName, { usd }: Price): boolean {
  return unitOf(name).price.by === 'ratio' && usd?.[name] === undefined
}
