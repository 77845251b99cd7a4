/** What a draft of a price comes to: the fields that it changes, and what units cost then. */
import type { UnitClass } from '../units'
import { encodeRates, RATIO_FIELDS, type RateFields, tidyRatio } from './encode-rates'
import { USD_PER_RATIO } from './in-dollars'
import {
  type Amounts,
  boundOf,
  draftOf,
  PRICED_UNITS,
  type PriceDraft,
  type StoredPrice,
  withShippedUnits,
} from './price-draft'
import { PRICE_FIELDS, type PriceJson, type PriceStepJson } from './price-row'
import { amountOf } from './price-sheet'
import { tablesWith } from './price-tables'
import { priceInTables } from './priced-models'
import { type UnitDollars, unitDollars } from './unit-dollars'

/**
 * The fields that the draft sets otherwise, `null` for those it takes away; {} for no change. A
 * price by the call hides those by the token, which stay. What is no amount counts as blank.
 */
export function changeOf(draft: PriceDraft, stored: StoredPrice): PriceJson {
  if (JSON.stringify(draft) === JSON.stringify(draftOf(stored))) return {}
  const { own } = stored
  if (draft.mode === 'call') return differing(own, { ...own, model_price: Number(draft.call) })
  const { model_price: _, steps: oldSteps, tiers: __, ...start } = withShippedUnits(stored)
  const worth = (fields: RateFields): UnitDollars => worthOf(stored, fields)
  const rates = encodeRates(withoutNulls(start), wantedOf(draft.prices), worth)
  const steps = stepsOf(draft, { stored, rates, oldSteps: oldSteps ?? [] })
  const tiers = tiersOf(draft)
  return differing(own, {
    ...rates,
    ...(steps.length > 0 && { steps }),
    ...(Object.keys(tiers).length > 0 && { tiers }),
  })
}

type Given<Price> = { readonly [Field in keyof Price]: Exclude<Price[Field], null> }

function withoutNulls<Price extends PriceJson>(price: Price): Given<Price> {
  const entries = Object.entries(price).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as Given<Price>
}

function worthOf({ model, tables }: StoredPrice, price: PriceJson, above = 0): UnitDollars {
  const made = priceInTables(model, tablesWith(tables, { model, price }))
  return made === undefined ? {} : unitDollars(made, above)
}

function wantedOf(amounts: Amounts): ReadonlyMap<UnitClass, number> {
  return new Map(
    PRICED_UNITS.flatMap((unit) => {
      const amount = amountOf(amounts[unit] ?? '')
      return amount === undefined || Number.isNaN(amount) ? [] : [[unit, amount] as const]
    }),
  )
}

interface StepFacts {
  readonly stored: StoredPrice
  /** Below the lowest bound. */
  readonly rates: RateFields
  readonly oldSteps: readonly PriceStepJson[]
}

/** The lowest bound first, since what a step leaves out is as it is below. */
function stepsOf(draft: PriceDraft, { stored, rates, oldSteps }: StepFacts): PriceStepJson[] {
  const drafts = draft.steps
    .map(({ above, prices }) => ({ above: boundOf(above), wanted: wantedOf(prices) }))
    .filter(({ above }) => above > 0)
    .sort((a, b) => a.above - b.above)
  const steps: PriceStepJson[] = []
  for (const { above, wanted } of drafts) {
    const { above: _, ...start } = oldSteps.find((step) => step.above === above) ?? { above }
    const worth = (fields: RateFields): UnitDollars =>
      worthOf(stored, { ...rates, steps: [...steps, { above, ...fields }] }, above)
    steps.push({ above, ...encodeRates(start, wanted, worth) })
  }
  return steps
}

function tiersOf({ tiers }: PriceDraft): Record<string, number> {
  const entries = tiers.flatMap(({ name, factor }) => {
    const amount = amountOf(factor)
    const isOne = name.trim() !== '' && amount !== undefined && !Number.isNaN(amount)
    return isOne ? [[name.trim(), amount] as const] : []
  })
  return Object.fromEntries(entries)
}

function differing(own: PriceJson, next: PriceJson): PriceJson {
  const changed = PRICE_FIELDS.filter(
    (field) => JSON.stringify(own[field]) !== JSON.stringify(next[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, next[field] ?? null]))
}

export interface DraftWorth {
  readonly base: UnitDollars
  /** In the order of the draft; {} for one whose bound is none. */
  readonly steps: readonly UnitDollars[]
}

/** What every unit will cost, those left blank too. */
export function draftWorth(draft: PriceDraft, stored: StoredPrice): DraftWorth {
  const price = withoutNulls({ ...stored.own, model_price: null, ...changeOf(draft, stored) })
  const at = (above: number): UnitDollars => worthOf(stored, price, above)
  return {
    base: at(0),
    steps: draft.steps.map(({ above }) => (boundOf(above) === 0 ? {} : at(boundOf(above)))),
  }
}

/** What the field of a unit holds as the family has it; `undefined` for units without a ratio. */
export function ratioOf(unit: UnitClass, dollars: UnitDollars): number | undefined {
  const row = RATIO_FIELDS[unit]
  const usd = dollars[unit]
  if (row === undefined || usd === undefined) return undefined
  const base = row.of === undefined ? USD_PER_RATIO : dollars[row.of]
  return base === undefined || base === 0 ? undefined : tidyRatio(usd / base)
}
