/** What an audit entry says about the price of one model. */

import { isRecord, recordOf } from '../json/records'
import { OPTIONS } from '../options'
import {
  ALL_PRICE_OPTIONS,
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceField,
  type PriceJson,
  priceFieldOf,
} from './price-row'

interface Entry {
  readonly action: string
  readonly target: string
  /** JSON, "" for nothing. */
  readonly before: string
  readonly after: string
}

/** Fields that differ, null where nothing was set. */
export interface PriceStep {
  readonly before: PriceJson
  readonly after: PriceJson
}

/** `undefined` for entries in which nothing changed for the model. */
export function priceStep(entry: Entry, model: string): PriceStep | undefined {
  const [before, after] = [recordOf(entry.before), recordOf(entry.after)]
  switch (entry.action) {
    case 'price.set':
    case 'price.rollback':
      return differing(rowIn(before, model), rowIn(after, model))
    case 'price.reset':
      return differing(tablesIn(before, model), shipped(keysOf(before), model))
    case 'option.set':
    case 'option.import':
    case 'option.reset': {
      const key = entry.target.replace(/^option:/, '')
      const fields = (value: unknown): Fields =>
        typeof value === 'string' ? tablesIn({ [key]: value }, model) : shipped([key], model)
      return differing(fields(before.value), fields(after.value))
    }
    default:
      return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Model → JSON of its fields. */
function rowIn(facts: Fields, model: string): Fields {
  const text = Object.hasOwn(facts, model) ? facts[model] : undefined
  return typeof text === 'string' ? recordOf(text) : {}
}

/** Option → text of its table; what the model has in each. */
function tablesIn(facts: Fields, model: string): Fields {
  const entries = Object.entries(facts).flatMap(([key, text]) => {
    const field = priceFieldOf(key)
    if (field === undefined || typeof text !== 'string') return []
    return [[field, entryOf(recordOf(text), model)] as const]
  })
  return Object.fromEntries(entries)
}

/** What the program ships for the model, in the tables named. */
function shipped(keys: readonly string[], model: string): Fields {
  const fields = PRICE_FIELDS.filter((field) => keys.includes(FIELD_OPTIONS[field]))
  const entries = fields.map((field) => [
    field,
    entryOf(OPTIONS[FIELD_OPTIONS[field]].default, model),
  ])
  return Object.fromEntries(entries)
}

function keysOf(facts: Fields): readonly string[] {
  return ALL_PRICE_OPTIONS.filter((key) => Object.hasOwn(facts, key))
}

function entryOf(table: object, model: string): unknown {
  const entries: unknown = Object.hasOwn(table, model) ? Reflect.get(table, model) : null
  return entries
}

function differing(before: Fields, after: Fields): PriceStep | undefined {
  const changed = PRICE_FIELDS.filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )
  if (changed.length === 0) return undefined
  return { before: part(before, changed), after: part(after, changed) }
}

/** Entries that somebody broke by hand are shown as nothing. */
function part(fields: Fields, changed: readonly PriceField[]): PriceJson {
  const entries = changed.map((field) => {
    const value = fields[field]
    const isKnown = typeof value === 'number' || Array.isArray(value) || isRecord(value)
    return [field, isKnown ? value : null]
  })
  return Object.fromEntries(entries)
}
