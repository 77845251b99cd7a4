/**
 * A price as people type it: dollars by unit, by bound, factors by tier. What is left blank
 * follows the rule of its unit, so it is blank again when the form is opened the next time.
 */
import type { TextKey } from '../i18n/translate'
import { CHARGED_UNITS, type UnitClass, unitOf } from '../units'
import { isPriceByUnit } from './by-unit'
import { RATIO_FIELDS } from './encode-rates'
import { type PriceTables, shippedUnits } from './lookup'
import type { PriceJson, PriceRow } from './price-row'
import { amountOf } from './price-sheet'
import { tablesOfRows, tablesWith } from './price-tables'
import { priceInTables } from './priced-models'
import { type UnitDollars, unitDollars } from './unit-dollars'

/** Unit → dollars as typed. */
export type Amounts = Readonly<Partial<Record<UnitClass, string>>>

export interface StepDraft {
  readonly above: string
  readonly prices: Amounts
}

export interface TierDraft {
  readonly name: string
  readonly factor: string
}

export interface PriceDraft {
  readonly mode: 'token' | 'call'
  /** Dollars per call. */
  readonly call: string
  readonly prices: Amounts
  readonly steps: readonly StepDraft[]
  readonly tiers: readonly TierDraft[]
}

/** The units that every form asks for; the others are added where they are wanted. */
export const MAIN_UNITS = ['prompt', 'completion', 'cache_read', 'cache_write'] as const

/** Tiers that upstreams report; any other name can be typed. */
export const KNOWN_TIERS = [
  'batch',
  'flex',
  'priority',
  'scale',
  'fast',
  'offpeak',
  'provisioned',
  'geo-us',
] as const

/** In the order of a bill. */
export const PRICED_UNITS: readonly UnitClass[] = CHARGED_UNITS.map((name) => unitOf(name).class)

export interface StoredPrice {
  readonly model: string
  /** What is set for the model by name. */
  readonly own: PriceJson
  readonly tables: PriceTables
}

/** Of rows as `price.list` has them: what is set for a model, and for those it is a variant of. */
export function storedPrice(model: string, rows: readonly PriceRow[]): StoredPrice {
  const related = rows.filter((row) => model.startsWith(row.model) || row.model.endsWith('*'))
  const own = related.find((row) => row.model === model)?.price ?? {}
  return { model, own, tables: tablesOfRows(related) }
}

export function draftOf({ model, own, tables }: StoredPrice): PriceDraft {
  const { model_price: call, ...byToken } = own
  // What it costs by the token, which a price by the call hides.
  const price = priceInTables(model, tablesWith(tables, { model, price: byToken }))
  const base = price === undefined ? {} : unitDollars(price)
  const steps = price?.mode === 'per-token' ? (own.steps ?? []) : []
  return {
    mode: typeof call === 'number' ? 'call' : 'token',
    call: typeof call === 'number' ? String(call) : '',
    prices: amountsOf(
      withShippedUnits({ model, own, tables }),
      base,
      price?.mode === 'per-token' && price.byUnit !== true,
    ),
    steps: steps.map((step) => ({
      above: String(step.above),
      prices: amountsOf(step, price === undefined ? {} : unitDollars(price, step.above), false),
    })),
    tiers: Object.entries(own.tiers ?? {}).map(([name, factor]) => ({
      name,
      factor: String(factor),
    })),
  }
}

/** Shipped prices of units read as set ones, so that whoever changes another keeps them. */
export function withShippedUnits({ model, own, tables }: StoredPrice): PriceJson {
  const units = own.unit_prices ?? shippedUnits(model, tables)
  return units === undefined ? own : { ...own, unit_prices: units }
}

/** The units that something is set for, at what they cost. */
function amountsOf(fields: PriceJson, dollars: UnitDollars, hasPrompt: boolean): Amounts {
  const own = new Set(Object.keys(fields.unit_prices ?? {}))
  const isSet = (unit: UnitClass): boolean => {
    const field = RATIO_FIELDS[unit]?.field
    const isRatio = field !== undefined && typeof fields[field] === 'number'
    return own.has(unit) || isRatio || (hasPrompt && unit === 'prompt')
  }
  const entries = PRICED_UNITS.filter(isSet).map((unit) => [unit, String(dollars[unit] ?? 0)])
  return Object.fromEntries(entries)
}

/** Place in the draft → what is wrong there: `prices.prompt`, `steps.0.above`, `tiers.1.name`. */
export type DraftProblems = ReadonlyMap<string, TextKey>

const MOST_TIER_LETTERS = 64

export function draftProblems(draft: PriceDraft): DraftProblems {
  const problems = new Map<string, TextKey>()
  const { mode, call, prices, steps, tiers } = draft
  if (mode === 'call') {
    if (isNoAmount(call) || call.trim() === '') problems.set('call', 'prices.not_a_number')
    return problems
  }
  if (needsPrompt(prices) && isBlank(prices.prompt)) {
    problems.set('prices.prompt', 'prices.not_a_number')
  }
  checkAmounts('prices', prices, problems)
  checkSteps(steps, problems)
  checkTiers(tiers, problems)
  return problems
}

function checkSteps(steps: PriceDraft['steps'], problems: Map<string, TextKey>): void {
  const bounds = steps.map(({ above }) => above.trim())
  for (const [at, { prices: amounts }] of steps.entries()) {
    const above = bounds[at] ?? ''
    if (boundOf(above) === 0) problems.set(`steps.${at}.above`, 'price_row.bound_invalid')
    else if (bounds.indexOf(above) !== at) {
      problems.set(`steps.${at}.above`, 'price_row.bound_twice')
    }
    checkAmounts(`steps.${at}`, amounts, problems)
  }
}

function checkTiers(tiers: PriceDraft['tiers'], problems: Map<string, TextKey>): void {
  const names = tiers.map(({ name }) => name.trim())
  for (const [at, { factor }] of tiers.entries()) {
    const name = names[at] ?? ''
    if (name === '' || name.length > MOST_TIER_LETTERS) {
      problems.set(`tiers.${at}.name`, 'price_row.tier_invalid')
    } else if (names.indexOf(name) !== at) {
      problems.set(`tiers.${at}.name`, 'price_row.tier_twice')
    }
    if (isNoAmount(factor) || factor.trim() === '') {
      problems.set(`tiers.${at}.factor`, 'prices.not_a_number')
    }
  }
}

function checkAmounts(place: string, amounts: Amounts, problems: Map<string, TextKey>): void {
  for (const [unit, typed] of Object.entries(amounts)) {
    if (isNoAmount(typed)) problems.set(`${place}.${unit}`, 'prices.not_a_number')
  }
}

/** Whoever sells text gives its prompt price; pictures, seconds and the like can stand alone. */
export function needsPrompt(amounts: Amounts): boolean {
  const given = Object.entries(amounts).filter(([, typed]) => !isBlank(typed))
  const units = Object.fromEntries(given.map(([unit, typed]) => [unit, Number(typed)]))
  return MAIN_UNITS.some((unit) => Object.hasOwn(units, unit)) || !isPriceByUnit(units)
}

export function isBlank(typed: string | undefined): boolean {
  return (typed ?? '').trim() === ''
}

function isNoAmount(typed: string): boolean {
  return Number.isNaN(amountOf(typed))
}

/** 0 for what is no bound. */
export function boundOf(typed: string): number {
  return /^[1-9]\d{0,14}$/.test(typed.trim()) ? Number(typed) : 0
}
