/** Prices within a transaction: checked, written, recorded in the audit log. */
import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { allOptions } from '../../../db/tables/options'
import { allPrices, writePrices } from '../../../db/tables/prices'
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceJson,
  type PriceRow,
} from '../../domain/prices/price-row'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { checkValue } from '../options/guards'
import type { Transaction } from '../service-deps'
import type { Work } from '../work'

export interface WantedPrice extends PriceRow {
  /** What was in force when the change was requested; absent for whoever does not care. */
  readonly was?: PriceJson | undefined
}

interface WrittenPrices extends ChangedRows {
  /** In force now, of the fields that were wanted. */
  readonly now: readonly PriceRow[]
}

/** Rows that are set for single models, as they were and are; without fields where none is. */
interface ChangedRows {
  readonly before: readonly PriceRow[]
  readonly after: readonly PriceRow[]
}

/** Throws as `setPrices`. */
export async function writeWanted(
  work: Work,
  prices: readonly WantedPrice[],
): Promise<WrittenPrices> {
  const wanted = merged(prices)
  await requireUnchanged(work, prices)
  const old = await pricesOf(work, wanted)
  const own = await ownRows(work, wanted)
  await write(work, wanted)
  const now = await pricesOf(work, wanted)
  await record(work, 'price.set', { before: old, after: now })
  return { before: own, after: await ownRows(work, wanted), now }
}

/** Throws what writing them would; nothing is written in the end. */
export async function requireWritable(work: Work, prices: readonly WantedPrice[]): Promise<void> {
  const wanted = merged(prices)
  await requireUnchanged(work, prices)
  const own = await ownRows(work, wanted)
  await write(work, wanted)
  await writePrices(work.trx, own)
}

/** Rows of single models, whole, in place of those that are there. */
export async function restoreRows(work: Work, rows: readonly PriceRow[]): Promise<void> {
  const own = await ownRows(work, rows)
  const touched = rows.map(({ model, price }, at) => ({
    model,
    price: { ...own[at]?.price, ...price },
  }))
  const before = await pricesOf(work, touched)
  await writePrices(work.trx, rows)
  await checkTables(work.trx, touched)
  await record(work, 'price.rollback', { before, after: await pricesOf(work, touched) })
}

/** What is set for these models by name, whatever the tables of all models say. */
export async function ownRows(
  { trx }: Pick<Work, 'trx'>,
  models: readonly { readonly model: string }[],
): Promise<readonly PriceRow[]> {
  const own = new Map((await allPrices(trx)).map(({ model, price }) => [model, price]))
  return models.map(({ model }) => ({ model, price: own.get(model) ?? {} }))
}

async function requireUnchanged(work: Work, prices: readonly WantedPrice[]): Promise<void> {
  const seen = prices.filter(({ was }) => was !== undefined)
  if (seen.length === 0) return
  const nothing = Object.fromEntries(PRICE_FIELDS.map((field) => [field, null]))
  const known = seen.map(({ model, was }) => ({ model, price: { ...nothing, ...was } }))
  const now = await pricesOf(work, known)
  for (const [at, { model, price }] of known.entries()) {
    const isSame = PRICE_FIELDS.every((field) => isDeepEqual(price[field], now[at]?.price[field]))
    if (!isSame) throw new GatewayError('price.changed', { model })
  }
}

/** One row for a model, whose later fields win. */
function merged(prices: readonly PriceRow[]): readonly PriceRow[] {
  const byModel = new Map<string, PriceJson>()
  for (const { model, price } of prices) {
    if (model.trim() !== model || model === '') {
      throw new GatewayError('value.invalid', { field: 'model', reason: 'reason.missing' })
    }
    byModel.set(model, { ...byModel.get(model), ...price })
  }
  return [...byModel].map(([model, price]) => ({ model, price }))
}

async function write({ trx }: Work, wanted: readonly PriceRow[]): Promise<void> {
  const own = await ownRows({ trx }, wanted)
  const rows = wanted.map(({ model, price }, at) => ({
    model,
    price: { ...own[at]?.price, ...price },
  }))
  await writePrices(trx, rows)
  await checkTables(trx, wanted)
}

/** The tables as a whole keep to the rules that they have when they are written as a whole. */
async function checkTables(trx: Transaction, wanted: readonly PriceRow[]): Promise<void> {
  const texts = new Map((await allOptions(trx)).map(({ key, value }) => [key, value]))
  const fields = new Set(wanted.flatMap(({ price }) => Object.keys(price)))
  for (const field of PRICE_FIELDS.filter((name) => fields.has(name))) {
    const key = FIELD_OPTIONS[field]
    checkValue(key, texts.get(key) ?? '{}')
  }
}

/** What is in force, of the fields in question. */
async function pricesOf({ trx }: Work, wanted: readonly PriceRow[]): Promise<readonly PriceRow[]> {
  const options = await optionValues(trx)
  return wanted.map(({ model, price }) => {
    const fields = PRICE_FIELDS.filter((field) => Object.hasOwn(price, field)).map((field) => {
      const table: Readonly<Record<string, unknown>> = options[FIELD_OPTIONS[field]]
      return [field, Object.hasOwn(table, model) ? table[model] : null]
    })
    return { model, price: Object.fromEntries(fields) }
  })
}

async function record(
  work: Work,
  action: 'price.set' | 'price.rollback',
  { before, after }: ChangedRows,
): Promise<void> {
  const [only] = after
  const target = after.length === 1 && only !== undefined ? `price:${only.model}` : 'prices'
  const facts = (rows: readonly PriceRow[]) =>
    Object.fromEntries(rows.map(({ model, price }) => [model, JSON.stringify(price)]))
  await recordAudit(work, {
    action,
    target,
    before: facts(before),
    after: facts(after),
  })
}
