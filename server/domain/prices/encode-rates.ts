/**
 * Dollars by unit as the fields of a price row. Ratios are written where one says the same, since
 * other programs of the family read them; a price in dollars where none does, as in families whose
 * completions have a fixed ratio.
 */
import { UNIT_NAMES, type UnitClass, unitOf } from '../units'
import { USD_PER_RATIO } from './in-dollars'
import type { PriceStepJson } from './price-row'
import type { UnitDollars } from './unit-dollars'

/** What is set at one threshold, or below the lowest. */
export type RateFields = Readonly<Omit<PriceStepJson, 'above'>>

export type RatioField = Exclude<keyof RateFields, 'unit_prices'>

interface RatioRow {
  readonly field: RatioField
  /** The unit that the ratio is a share of; the model ratio counts 2 dollars a million. */
  readonly of?: UnitClass
}

export const RATIO_FIELDS: Readonly<Partial<Record<UnitClass, RatioRow>>> = {
  prompt: { field: 'model_ratio' },
  cache_read: { field: 'cache_ratio', of: 'prompt' },
  cache_write: { field: 'create_cache_ratio', of: 'prompt' },
  audio_prompt: { field: 'audio_ratio', of: 'prompt' },
  image_prompt: { field: 'image_ratio', of: 'prompt' },
  completion: { field: 'completion_ratio', of: 'prompt' },
  audio_completion: { field: 'audio_completion_ratio', of: 'audio_prompt' },
}

const SHOWN_DIGITS = 12
const NEARLY = 1e-9

/** Whether both are the same price, but for what binary fractions add. */
export function isSamePrice(a: number | undefined, b: number): boolean {
  return a !== undefined && Math.abs(a - b) <= NEARLY * Math.max(Math.abs(a), Math.abs(b))
}

export function tidyRatio(ratio: number): number {
  return Number(ratio.toPrecision(SHOWN_DIGITS))
}

export type WantedDollars = ReadonlyMap<UnitClass, number>

/**
 * `start` with as little changed as makes every unit cost what is wanted; a unit that nothing is
 * wanted for is left to its rule. `worth` gives what fields come to.
 */
export function encodeRates(
  start: RateFields,
  wanted: WantedDollars,
  worth: (fields: RateFields) => UnitDollars,
): RateFields {
  let fields = withoutUnwanted(start, wanted)
  // In the order of the units, in which a unit comes after those that its price is a share of.
  for (const name of UNIT_NAMES) {
    const unit = unitOf(name).class
    const usd = wanted.get(unit)
    if (usd !== undefined) fields = withPrice(fields, { unit, usd }, worth)
  }
  return fields
}

function withoutUnwanted(start: RateFields, wanted: WantedDollars): RateFields {
  const names: ReadonlySet<string> = new Set(wanted.keys())
  const { unit_prices: prices, ...ratios } = start
  const wantedPrices = Object.entries(prices ?? {}).filter(([unit]) => names.has(unit))
  const gone: ReadonlySet<string> = new Set(
    Object.entries(RATIO_FIELDS).flatMap(([unit, { field }]) => (names.has(unit) ? [] : [field])),
  )
  const fields = Object.entries(ratios).filter(([field]) => !gone.has(field))
  return {
    ...Object.fromEntries(fields),
    ...(wantedPrices.length > 0 && { unit_prices: Object.fromEntries(wantedPrices) }),
  }
}

interface WantedPrice {
  readonly unit: UnitClass
  readonly usd: number
}

function withPrice(
  fields: RateFields,
  { unit, usd }: WantedPrice,
  worth: (fields: RateFields) => UnitDollars,
): RateFields {
  const now = worth(fields)
  const isSet = unit !== 'prompt' || typeof fields.model_ratio === 'number'
  if (isSet && isSamePrice(now[unit], usd)) return fields
  const row = RATIO_FIELDS[unit]
  const isOwn = Object.hasOwn(fields.unit_prices ?? {}, unit)
  // Without a model ratio, nothing of the row counts.
  if (row === undefined || (isOwn && isSet)) return withUnitPrice(fields, unit, usd)
  const base = row.of === undefined ? USD_PER_RATIO : (now[row.of] ?? 0)
  const tried = base > 0 ? { ...fields, [row.field]: tidyRatio(usd / base) } : fields
  if (isSamePrice(worth(tried)[unit], usd)) return tried
  // The unit that others are shares of keeps a ratio next to a price of its own.
  return withUnitPrice(unit === 'prompt' ? tried : fields, unit, usd)
}

function withUnitPrice(fields: RateFields, unit: UnitClass, usd: number): RateFields {
  return { ...fields, unit_prices: { ...fields.unit_prices, [unit]: usd } }
}
