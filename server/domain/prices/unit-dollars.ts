import type { Price } from '../money/price'
import { priceInForce } from '../money/price-in-force'
import { CREDITS_PER_USD, creditsEach } from '../money/quota'
import { NO_USAGE } from '../money/usage'
import { CHARGED_UNITS, type UnitClass, unitOf } from '../units'

/** Below what any operator writes, above what binary fractions add to it. */
const SHOWN_DIGITS = 12

export type UnitDollars = Readonly<Partial<Record<UnitClass, number>>>

/**
 * What every unit costs, in dollars for as many as its row says, to calls that read more than
 * `above` tokens; nothing for a model that is priced by the call.
 */
export function unitDollars(price: Price, above = 0): UnitDollars {
  if (price.mode === 'per-call') return {}
  const rates = priceInForce(price, { ...NO_USAGE, promptTokens: above + 1 })
  const entries = CHARGED_UNITS.map((name) => {
    const { class: unit, per } = unitOf(name)
    const usd = (Number(creditsEach(name, rates)) * per) / CREDITS_PER_USD
    return [unit, Number(usd.toPrecision(SHOWN_DIGITS))] as const
  })
  return Object.fromEntries(entries)
}
