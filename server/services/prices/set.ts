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
import { checkValue, requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

export interface SetPricesInput {
  /** A field that is left out stays as it is; `null` takes the price away. */
  readonly prices: readonly WantedPrice[]
}

interface WantedPrice extends PriceRow {
  /** What was in force when the change was requested; absent for whoever does not care. */
  readonly was?: PriceJson | undefined
}

/**
 * Prices of any number of models, all of them or none, so that no call is billed at a mix of two
 * saves. Answers what is in force for these models now. Throws `option.invalid`, and
 * `price.changed` when somebody else was faster.
 */
export async function setPrices(
  deps: ServiceDeps,
  actor: Actor,
  { prices }: SetPricesInput,
): Promise<readonly PriceRow[]> {
  requireRoot(actor)
  const wanted = merged(prices)
  return await transact(deps, actor, async (work) => {
    await requireUnchanged(work, prices)
    const before = await pricesOf(work, wanted)
    await write(work, wanted)
    const now = await pricesOf(work, wanted)
    await record(work, before, now)
    return now
  })
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
  const own = new Map((await allPrices(trx)).map(({ model, price }) => [model, price]))
  const rows = wanted.map(({ model, price }) => ({ model, price: { ...own.get(model), ...price } }))
  await writePrices(trx, rows)
  const texts = new Map((await allOptions(trx)).map(({ key, value }) => [key, value]))
  const fields = new Set(wanted.flatMap(({ price }) => Object.keys(price)))
  for (const field of PRICE_FIELDS.filter((name) => fields.has(name))) {
    // The table as a whole keeps to the rules that it has when it is written as a whole.
    const key = FIELD_OPTIONS[field]
    checkValue(key, texts.get(key) ?? '{}')
  }
}

/** What is in force, of the fields that are asked about. */
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
  before: readonly PriceRow[],
  after: readonly PriceRow[],
): Promise<void> {
  const [only] = after
  const target = after.length === 1 && only !== undefined ? `price:${only.model}` : 'prices'
  const facts = (rows: readonly PriceRow[]) =>
    Object.fromEntries(rows.map(({ model, price }) => [model, JSON.stringify(price)]))
  await recordAudit(work, {
    action: 'price.set',
    target,
    before: facts(before),
    after: facts(after),
  })
}
