/**
 * Prices out of a file: our own export, the options as an object, the family's ratio
 * configuration, its price list, or one plain object of models and numbers.
 */
import { MAX_RATIO } from '../bounds'
import type { Refusal } from '../options/option'
import { hasHidden } from '../text/visible-text'
import type { PriceTables } from './lookup'
import { NO_PRICES, PRICE_COLUMNS, PRICE_OPTIONS, type PriceColumn } from './price-sheet'

type Fields = Readonly<Record<string, unknown>>

/** Names that a column has in files, besides its own. */
const ALSO: Readonly<Record<PriceColumn, string>> = {
  modelPrice: 'model_price',
  modelRatio: 'model_ratio',
  completionRatio: 'completion_ratio',
  cacheRatio: 'cache_ratio',
}

/** `plain` is the column that an object of models and numbers is for. */
export function readPrices(
  source: string,
  plain: PriceColumn,
): { readonly tables: PriceTables } | Refusal {
  let parsed: unknown
  try {
    parsed = JSON.parse(source)
  } catch {
    return { reason: 'reason.not_json' }
  }
  const found = tablesIn(parsed, plain)
  if (found === undefined) return { reason: 'reason.no_prices' }
  for (const column of PRICE_COLUMNS) {
    for (const [model, value] of Object.entries(found[column] ?? {})) {
      const refusal = refusalOf(model, value)
      if (refusal !== undefined) return refusal
    }
  }
  return { tables: { ...NO_PRICES, ...found } as PriceTables }
}

function refusalOf(model: string, value: unknown): Refusal | undefined {
  if (typeof value !== 'number' || !(value >= 0)) {
    return { reason: 'reason.wrong_shape', params: { place: model } }
  }
  if (value > MAX_RATIO) {
    return { reason: 'reason.ratio_too_large', params: { name: model, max: MAX_RATIO } }
  }
  return hasHidden(model) ? { reason: 'reason.hidden_characters' } : undefined
}

type Found = Partial<Record<PriceColumn, Fields>>

function tablesIn(parsed: unknown, plain: PriceColumn): Found | undefined {
  if (Array.isArray(parsed)) return fromPriceList(parsed) ?? fromNamed(fromRows(parsed))
  if (!isFields(parsed)) return undefined
  // The family wraps answers, and our export keeps options as rows.
  if (parsed.data !== undefined) return tablesIn(parsed.data, plain)
  if (Array.isArray(parsed.options)) return fromNamed(fromRows(parsed.options))
  return fromNamed(parsed) ?? fromPlain(parsed, plain)
}

function fromNamed(fields: Fields): Found | undefined {
  const found: Found = {}
  for (const column of PRICE_COLUMNS) {
    const table = fields[PRICE_OPTIONS[column]] ?? fields[ALSO[column]] ?? fields[column]
    if (isFields(table)) found[column] = table
  }
  return Object.keys(found).length === 0 ? undefined : found
}

function fromRows(rows: readonly unknown[]): Fields {
  const entries = rows.filter(isFields).map(({ key, value }) => {
    return [String(key), typeof value === 'string' ? parsedOrNothing(value) : value]
  })
  return Object.fromEntries(entries)
}

function fromPlain(fields: Fields, plain: PriceColumn): Found | undefined {
  const values = Object.values(fields)
  const isTable = values.length > 0 && values.every((value) => typeof value === 'number')
  return isTable ? { [plain]: fields } : undefined
}

/** Rows of the price list: `quota_type` 1 is a price by the call. */
function fromPriceList(rows: readonly unknown[]): Found | undefined {
  const found: Record<PriceColumn, Record<string, unknown>> = {
    modelPrice: {},
    modelRatio: {},
    completionRatio: {},
    cacheRatio: {},
  }
  for (const row of rows.filter(isFields)) {
    const { model_name: name } = row
    if (typeof name !== 'string' || name === '') continue
    if (row.quota_type === 1) found.modelPrice[name] = row.model_price
    else {
      found.modelRatio[name] = row.model_ratio
      if (row.completion_ratio !== undefined) found.completionRatio[name] = row.completion_ratio
      if (row.cache_ratio !== undefined) found.cacheRatio[name] = row.cache_ratio
    }
  }
  return PRICE_COLUMNS.some((column) => Object.keys(found[column]).length > 0) ? found : undefined
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
