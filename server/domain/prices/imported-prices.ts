/** Prices of a file as rows, and what taking them over would change. */
import { GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'
import { isRecord, recordOf } from '../json/records'
import { OPTIONS } from '../options'
import type { Refusal } from '../options/option'
import {
  ALL_PRICE_OPTIONS,
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceField,
  type PriceJson,
  type PriceOption,
  type PriceRow,
  rowsBetween,
  tableWith,
} from './price-row'
import { PRICE_COLUMNS, PRICE_OPTIONS, type PriceColumn } from './price-sheet'
import { readPrices } from './read-prices'

export type PriceTableOf = (option: PriceOption) => Readonly<Record<string, unknown>>

/** What the program ships. */
export const builtInPrices: PriceTableOf = (option) => OPTIONS[option].default

/**
 * The tables of an export, a price list, or options of the family. `plain` is the column that an
 * object of models and numbers is for. Throws `option.invalid` for tables of ours that are wrong.
 */
export function pricesOfFile(
  source: string,
  plain: PriceColumn,
): { readonly tables: PriceTableOf } | Refusal {
  const read = readPrices(source, plain)
  const found = newerTables(source)
  if ('tables' in read) {
    for (const column of PRICE_COLUMNS) found.set(PRICE_OPTIONS[column], read.tables[column])
  } else if (found.size === 0) return read
  return { tables: (option) => found.get(option) ?? {} }
}

/** As `pricesOfFile`, with what it throws as a refusal. */
export function pricesOrRefusal(
  source: string,
  plain: PriceColumn,
): { readonly tables: PriceTableOf } | Refusal {
  try {
    return pricesOfFile(source, plain)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.id !== 'option.invalid') throw error
    // Rows refuse with keys of the dictionaries only.
    return { reason: error.params.reason as ReasonKey, params: error.params }
  }
}

/** Tables that price lists of the family do not have; by the names of our options. */
function newerTables(source: string): Map<PriceOption, Readonly<Record<string, unknown>>> {
  const found = new Map<PriceOption, Readonly<Record<string, unknown>>>()
  const old: readonly string[] = Object.values(PRICE_OPTIONS)
  const given = recordOf(source)
  for (const option of PRICE_FIELDS.map((field) => FIELD_OPTIONS[field])) {
    const table = given[option]
    if (!old.includes(option) && isRecord(table)) {
      found.set(option, OPTIONS[option].parse(JSON.stringify(table)))
    }
  }
  return found
}

/** One field of one model that taking over would change; nothing goes because it is not there. */
export interface FieldChange {
  readonly model: string
  readonly field: PriceField
  readonly from: PriceJson
  readonly to: PriceJson
}

export interface ImportedFields {
  readonly changes: readonly FieldChange[]
  /** Entries that are here already as they are there. */
  readonly unchanged: number
}

export function importedFields(rows: readonly PriceRow[], there: PriceTableOf): ImportedFields {
  const own = new Map(rows.map(({ model, price }) => [model, price]))
  const here = inForce(rows)
  const changed = rowsBetween(here, (option) => ({ ...here(option), ...there(option) }))
  const changes = changed.flatMap(({ model, price }) =>
    PRICE_FIELDS.filter((field) => price[field] !== undefined).map((field) => ({
      model,
      field,
      from: fieldOf(own.get(model) ?? {}, field),
      to: fieldOf(price, field),
    })),
  )
  const counts = PRICE_FIELDS.map((field) => Object.keys(there(FIELD_OPTIONS[field])).length)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { changes: changes.toSorted(byModel), unchanged: total - changes.length }
}

/** What is in force, of rows as `price.list` has them. */
export function inForce(rows: readonly PriceRow[]): PriceTableOf {
  const tables = PRICE_FIELDS.map((field) => [FIELD_OPTIONS[field], tableWith({}, rows, field)])
  const byOption: Readonly<Partial<Record<PriceOption, object>>> = Object.fromEntries(tables)
  return (option) => ({ ...byOption[option] })
}

/** Everything that the tables say, a row for each model. */
export function rowsOfTables(tables: PriceTableOf): readonly PriceRow[] {
  return rowsBetween(() => ({}), tables)
}

/** JSON of the tables by option; of those other than the four old ones, what says something. */
export function exportedPrices(rows: readonly PriceRow[]): string {
  const table = inForce(rows)
  const old: readonly string[] = Object.values(PRICE_OPTIONS)
  const tables = [...Object.values(PRICE_OPTIONS), ...ALL_PRICE_OPTIONS].map(
    (option) => [option, table(option)] as const,
  )
  const written = tables.filter(
    ([option, entries]) => old.includes(option) || Object.keys(entries).length > 0,
  )
  return JSON.stringify(Object.fromEntries(written), undefined, 2)
}

function fieldOf(price: PriceJson, field: PriceField): PriceJson {
  return { [field]: price[field] ?? null }
}

function byModel(a: FieldChange, b: FieldChange): number {
  if (a.model === b.model) return 0
  return a.model < b.model ? -1 : 1
}

/** The rows that save what was chosen, each model once. */
export function rowsOfChanges(changes: readonly FieldChange[]): readonly PriceRow[] {
  const byName = Map.groupBy(changes, ({ model }) => model)
  return [...byName].map(([model, fields]) => ({
    model,
    price: Object.assign({}, ...fields.map(({ to }) => to)),
  }))
}
