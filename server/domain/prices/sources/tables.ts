/** Prices of this family: tables of ratios, price lists of gateways, exports of this one. */
import { isRecord } from '../../json/records'
import { lengthsIn, type WithLengths } from '../../models/model-lengths'
import { pricesOrRefusal, rowsOfTables } from '../imported-prices'
import { type PricePoint, pricePoints } from '../price-points'
import { FIELD_OPTIONS, PRICE_FIELDS, type PriceField, type PriceRow } from '../price-row'
import { tablesOfRows } from '../price-tables'
import {
  amountIn,
  type FetchedList,
  type FetchedPrice,
  type LeftOut,
  unreadable,
} from './fetched-price'
import { withAmounts } from './margin'

type Fields = Readonly<Record<string, unknown>>

/** Fields of a price list's rows that are one number, by the name that this family has for them. */
const RATIOS = [
  ['model_ratio', ['model_ratio']],
  ['completion_ratio', ['completion_ratio']],
  ['cache_ratio', ['cache_ratio']],
  ['create_cache_ratio', ['create_cache_ratio', 'cache_creation_ratio']],
  ['audio_ratio', ['audio_ratio']],
  ['audio_completion_ratio', ['audio_completion_ratio']],
  ['image_ratio', ['image_ratio']],
] as const satisfies readonly (readonly [PriceField, readonly string[]])[]

const BY_CALL = 1

/** `/api/pricing` or `/api/ratio_config` of another gateway, times what a group of it pays. */
export function readGateway(document: unknown, group: string): FetchedList {
  if (!isRecord(document) || document.success === false) throw unreadable('success')
  const share = groupShare(document, group)
  const { data } = document
  if (!Array.isArray(data)) {
    return { prices: priced(tabled(data)).map((price) => times(price, share)), leftOut: [] }
  }
  const { rows, lengths, leftOut } = listed(data)
  const prices = priced(rows).map((price) => ({
    ...times(price, share),
    ...lengths.get(price.model),
  }))
  return { prices, leftOut }
}

function priced(rows: readonly PriceRow[]): readonly FetchedPrice[] {
  if (rows.length === 0) throw unreadable('data')
  return rows.map(priceOf)
}

function groupShare(document: Fields, group: string): number {
  if (group === '') return 1
  const ratios = isRecord(document.group_ratio) ? document.group_ratio : {}
  const share = Object.hasOwn(ratios, group) ? amountIn(ratios[group], 1, 'group_ratio') : undefined
  if (share === undefined) throw unreadable(`group_ratio.${group}`)
  return share
}

function listed(entries: readonly unknown[]) {
  const rows: PriceRow[] = []
  const lengths = new Map<string, WithLengths>()
  const leftOut: LeftOut[] = []
  for (const [at, entry] of entries.entries()) {
    if (!isRecord(entry) || typeof entry.model_name !== 'string' || entry.model_name === '') {
      throw unreadable(`data.${at}`)
    }
    const { model_name: model } = entry
    if (entry.priced === false) leftOut.push({ model, reason: 'variable' })
    // Expressions are a language of their own.
    else if (entry.billing_mode === 'tiered_expr') leftOut.push({ model, reason: 'unknown_form' })
    else rows.push({ model, price: listedPrice(entry, `data.${at}`) })
    lengths.set(model, lengthsIn(entry.context_length, entry.max_output_tokens))
  }
  return { rows, lengths, leftOut }
}

function listedPrice(entry: Fields, place: string): PriceRow['price'] {
  if (entry.quota_type === BY_CALL) {
    const model_price = amountIn(entry.model_price, 1, `${place}.model_price`)
    if (model_price === undefined) throw unreadable(`${place}.model_price`)
    return { model_price }
  }
  const ratios = RATIOS.flatMap(([field, names]) => {
    const [ratio] = names.flatMap((name) => amountIn(entry[name], 1, `${place}.${name}`) ?? [])
    return ratio === undefined ? [] : [[field, ratio] as const]
  })
  const price: PriceRow['price'] = Object.fromEntries(ratios)
  if (price.model_ratio === undefined) throw unreadable(`${place}.model_ratio`)
  return price
}

/** Tables by model, under the names of fields. */
function tabled(data: unknown): readonly PriceRow[] {
  if (!isRecord(data)) throw unreadable('data')
  const byModel = new Map<string, Record<string, number>>()
  for (const field of ['model_price', ...RATIOS.map(([name]) => name)]) {
    const table = data[field] ?? {}
    if (!isRecord(table)) throw unreadable(`data.${field}`)
    for (const [model, value] of Object.entries(table)) {
      const amount = amountIn(value, 1, `data.${field}.${model}`)
      if (amount === undefined) throw unreadable(`data.${field}.${model}`)
      const price = byModel.get(model) ?? {}
      price[field] = amount
      byModel.set(model, price)
    }
  }
  const rows = [...byModel].map(([model, price]) => ({ model, price }))
  // Ratios of nothing are shares that a gateway keeps in case the model is ever priced.
  return rows.filter(
    ({ price }) => price.model_price !== undefined || price.model_ratio !== undefined,
  )
}

/** A file: what this gateway exports and imports. */
export function readTables(text: string): FetchedList {
  const read = pricesOrRefusal(text, 'modelRatio')
  if (!('tables' in read)) throw unreadable('$')
  const known = PRICE_FIELDS.map((field) => read.tables(FIELD_OPTIONS[field]))
  if (known.every((table) => Object.keys(table).length === 0)) throw unreadable('$')
  const rows = rowsOfTables(read.tables)
  return { prices: rows.map(priceOf), leftOut: [] }
}

/** As calls of it would be charged, in dollars. */
function priceOf(row: PriceRow): FetchedPrice {
  const { model, price: own } = row
  const points = pricePoints({ model, own, tables: tablesOfRows([row]) })
  const call = points.find(({ kind }) => kind === 'call')
  if (call !== undefined) return { model, provider: '', call: call.amount, units: {}, steps: [] }
  const units = points.filter(({ kind }) => kind === 'unit')
  const bounds = new Set(units.map(({ above }) => above).filter((above) => above > 0))
  return {
    model,
    provider: '',
    units: unitsAt(units, 0),
    steps: [...bounds].map((above) => ({ above, units: unitsAt(units, above) })),
  }
}

function unitsAt(points: readonly PricePoint[], bound: number): FetchedPrice['units'] {
  const here = points.filter(({ above }) => above === bound)
  return Object.fromEntries(here.map(({ name, amount }) => [name, amount]))
}

function times(price: FetchedPrice, share: number): FetchedPrice {
  return share === 1 ? price : withAmounts(price, (usd) => usd * share)
}
