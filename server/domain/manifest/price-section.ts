/** Prices in dollars, for as many as the row of the unit says, as `gw price` shows them. */
import { GatewayError } from '../errors/gateway-error'
import { isRecord } from '../json/records'
import { builtInPrices } from '../prices/imported-prices'
import {
  type Amounts,
  draftOf,
  draftProblems,
  PRICED_UNITS,
  type PriceDraft,
  storedPrice,
} from '../prices/price-draft'
import { FIELD_OPTIONS, PRICE_FIELDS, type PriceJson } from '../prices/price-row'
import type { UnitClass } from '../units'
import { type ManifestField, type ManifestFields, numberOf, object, refuse } from './fields'
import type { Section, Values } from './section'

/** More digits than anybody writes, fewer than ratios of ratios keep. */
const DIGITS = 9

const dollarsOf = (amount: number) => Number(amount.toPrecision(DIGITS))

const dollars: ManifestField = {
  starts: null,
  read: (field, given) => {
    if (given === null) return null
    const amount = numberOf(given)
    return Number.isFinite(amount) ? dollarsOf(amount) : refuse(field, 'reason.not_a_number')
  },
}

/** `call` alone is what a call costs whatever it uses. */
const fieldOf = (unit: UnitClass) => (unit === 'call' ? 'thousand_calls' : unit)

const UNITS = PRICED_UNITS.map((unit) => ({ unit, field: fieldOf(unit) }))

const steps: ManifestField = {
  starts: [],
  read: (field, given) => {
    if (!Array.isArray(given)) return refuse(field, 'reason.not_a_list')
    return given.map((step: unknown) => stepOf(field, step)).toSorted((a, b) => a.above - b.above)
  },
}

interface Step extends Readonly<Record<string, number>> {
  readonly above: number
}

function stepOf(field: string, given: unknown): Step {
  const { above, ...units } = isRecord(given) ? given : refuse(field, 'reason.not_an_object')
  const known = UNITS.map((each) => each.field)
  const numbers = Object.entries(units).map(([unit, usd]) => {
    if (!known.includes(unit)) refuse(field, 'reason.unknown_key', { key: unit })
    if (typeof usd !== 'number') return refuse(field, 'reason.not_a_number')
    return [unit, dollarsOf(usd)] as const
  })
  return { above: Number(above), ...Object.fromEntries(numbers) }
}

const UNIT_FIELDS: ManifestFields = Object.fromEntries(UNITS.map(({ field }) => [field, dollars]))

/** Dollars per call stand alone. */
const FIELDS: ManifestFields = { call: dollars, ...UNIT_FIELDS, steps, tiers: object() }

/** As a form would hold it, so that a file and a form make the same of a price. */
export function draftOfValues(values: Values): PriceDraft {
  const listed: readonly unknown[] = Array.isArray(values.steps) ? values.steps : []
  const isCall = typeof values.call === 'number'
  const tiers = isRecord(values.tiers) ? Object.entries(values.tiers) : []
  return {
    mode: isCall ? 'call' : 'token',
    call: isCall ? String(values.call) : '',
    prices: amountsIn(values),
    steps: listed.filter(isRecord).map((step) => ({
      above: String(step.above),
      prices: amountsIn(step),
    })),
    tiers: tiers.map(([name, factor]) => ({ name, factor: String(factor) })),
  }
}

function amountsIn(values: Values): Amounts {
  const entries = UNITS.flatMap(({ unit, field }) =>
    typeof values[field] === 'number' ? [[unit, String(values[field])] as const] : [],
  )
  return Object.fromEntries(entries)
}

export function valuesOfDraft({ mode, call, prices, steps, tiers }: PriceDraft): Values {
  const nothing = { ...startsIn(FIELDS) }
  if (mode === 'call') return { ...nothing, call: dollarsOf(Number(call)) }
  return {
    ...nothing,
    ...numbersIn(prices),
    steps: steps.map((step) => ({ above: Number(step.above), ...numbersIn(step.prices) })),
    tiers: Object.fromEntries(tiers.map(({ name, factor }) => [name, Number(factor)])),
  }
}

function startsIn(fields: ManifestFields): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, { starts }]) => [name, starts]))
}

function numbersIn(amounts: Amounts): Readonly<Record<string, number>> {
  const entries = UNITS.flatMap(({ unit, field }) => {
    const typed = amounts[unit]
    return typed === undefined ? [] : [[field, dollarsOf(Number(typed))] as const]
  })
  return Object.fromEntries(entries)
}

/** What the program ships for a model; {} for nothing. */
export function shippedPrice(model: string): PriceJson {
  const entries = PRICE_FIELDS.flatMap((field) => {
    const table = builtInPrices(FIELD_OPTIONS[field])
    return Object.hasOwn(table, model) ? [[field, table[model]] as const] : []
  })
  return Object.fromEntries(entries)
}

const shipped = new Map<string, Values>()

/** A model that the program has a price for starts with it. */
function shippedValues(model: string): Values {
  const price = shippedPrice(model)
  if (Object.keys(price).length === 0) return {}
  const known = shipped.get(model)
  if (known !== undefined) return known
  const draft = draftOf(storedPrice(model, [{ model, price }]))
  const values = draftProblems(draft).size === 0 ? valuesOfDraft(draft) : {}
  shipped.set(model, values)
  return values
}

export const priceSection: Section = {
  fieldsOf: () => FIELDS,
  canBeGone: true,
  startsWith: (_, model) => shippedValues(model),
  complete: (values) =>
    typeof values.call === 'number'
      ? { ...startsIn(FIELDS), ...values }
      : { ...values, call: null },
  check: (values) => {
    const others = Object.keys(FIELDS).filter((name) => name !== 'call')
    const other = others.find((name) => hasPrice(values[name]))
    if (typeof values.call === 'number' && other !== undefined) {
      refuse('call', 'reason.not_both', { other: other })
    }
    for (const [place, reason] of draftProblems(draftOfValues(values))) {
      const [head = '', unit = ''] = place.split('.')
      throw new GatewayError('value.invalid', { field: head === 'prices' ? unit : head, reason })
    }
  },
}

function hasPrice(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    (Array.isArray(value) && value.length > 0) ||
    (isRecord(value) && Object.keys(value).length > 0)
  )
}
