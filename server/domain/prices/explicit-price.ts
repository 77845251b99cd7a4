/** A price in which all that somebody wants is written, also what a rule would make the same. */
import { RATIO_FIELDS } from './encode-rates'
import { ratioOf } from './price-change'
import {
  type Amounts,
  draftOf,
  PRICED_UNITS,
  type PriceDraft,
  type StoredPrice,
  withShippedUnits,
} from './price-draft'
import type { PriceJson, PriceStepJson } from './price-row'
import { tablesWith } from './price-tables'

/** `change` is what `changeOf` makes of the draft. */
export function explicitPrice(
  draft: PriceDraft,
  stored: StoredPrice,
  change: PriceJson,
): PriceJson {
  if (draft.mode === 'call') return change
  const { model } = stored
  const own: PriceJson = { ...stored.own, ...change }
  const made = { model, own, tables: tablesWith(stored.tables, { model, price: own }) }
  const current = draftOf(made)
  const full = withShippedUnits(made)
  const base = { wanted: draft.prices, current: current.prices, units: full.unit_prices ?? {} }
  const steps = (own.steps ?? []).map((step): PriceStepJson => {
    const isThis = ({ above }: { readonly above: string }) => above === String(step.above)
    const wanted = draft.steps.find(isThis)?.prices ?? {}
    const units = step.unit_prices ?? {}
    return {
      ...step,
      ...written({ wanted, current: current.steps.find(isThis)?.prices ?? {}, units }),
    }
  })
  return { ...change, ...written(base), ...(steps.length > 0 && { steps }) }
}

interface Rewrite {
  readonly wanted: Amounts
  readonly current: Amounts
  /** Prices of units that are set already. */
  readonly units: Readonly<Record<string, number>>
}

/** The fields of what is wanted and not the case yet. */
function written({ wanted, current, units }: Rewrite): Omit<PriceStepJson, 'above'> {
  const dollars = Object.fromEntries(
    Object.entries(wanted).map(([unit, typed]) => [unit, Number(typed)] as const),
  )
  const ratios = new Map<string, number>()
  const prices = new Map<string, number>()
  for (const unit of PRICED_UNITS) {
    if (wanted[unit] === undefined || current[unit] !== undefined) continue
    const field = RATIO_FIELDS[unit]?.field
    const ratio = ratioOf(unit, dollars)
    if (field === undefined || ratio === undefined) prices.set(unit, Number(wanted[unit]))
    else ratios.set(field, ratio)
  }
  const unit_prices = { ...units, ...Object.fromEntries(prices) }
  return { ...Object.fromEntries(ratios), ...(prices.size > 0 && { unit_prices }) }
}
