/**
 * What the calls of a time were charged, what they cost the operator, how much of their prompts
 * came out of a cache, and what they would have been charged at other prices.
 */
import { allChannels } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import type { BillSubject } from '../../domain/money/bill-subjects'
import { costOf } from '../../domain/money/list-cost'
import { chargeFor } from '../../domain/money/quota'
import {
  totalCacheReadTokens,
  totalCompletionTokens,
  totalPromptTokens,
} from '../../domain/money/usage'
import { OPTIONS, type OptionValues } from '../../domain/options'
import { priceFor } from '../../domain/prices/lookup'
import {
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceRow,
  tableWith,
} from '../../domain/prices/price-row'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import type { ServiceDeps } from '../service-deps'
import { channelCosts } from './channel-costs'
import { type BilledCall, walkBills } from './walk-bills'

export interface BillSumsInput {
  /** Channels when absent. */
  readonly by?: BillSubject | undefined
  /** Epoch seconds; the last 30 days when absent. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Over the prices in force; what they do not name is charged as it is now. */
  readonly prices?: readonly PriceRow[] | undefined
}

/** Credits, as the ledger counts them. */
export interface BillSum {
  /** Of the channel or user; 0 for models. */
  readonly id: number
  readonly name: string
  readonly calls: number
  readonly prompt_tokens: number
  readonly cached_tokens: number
  /** Per cent of the prompt that came out of a cache. */
  readonly cache_share: number
  readonly completion_tokens: number
  readonly charged: number
  /** At list prices, times what the channel costs against them. */
  readonly cost: number
  readonly margin: number
  /** At the prices asked about; what was charged where the model has none there. */
  readonly repriced: number
  readonly difference: number
}

const MONTH_SECONDS = 30 * 86_400

/** The largest charge first. */
export async function billSums(
  deps: ServiceDeps,
  input: BillSumsInput = {},
): Promise<readonly BillSum[]> {
  const { by = 'channel', prices } = input
  const to = input.to ?? nowSeconds(deps.clock)
  const from = input.from ?? to - MONTH_SECONDS
  const options = withPrices(await optionValues(deps.db.reader), prices ?? [])
  const channels = new Map((await allChannels(deps.db.lists)).map((row) => [row.id, row]))
  const costs = await channelCosts(deps)
  const reprice = repricer(options)
  const nameOf = (id: number) => channels.get(id)?.name ?? `#${id}`
  const sums = new Map<number | string, Mutable>()
  for await (const call of walkBills(deps, { from, to })) {
    const { key, ...subject } = subjectOf(by, call, nameOf)
    const sum = sums.get(key) ?? { ...subject, ...NOTHING }
    sums.set(key, sum)
    add(sum, call, { costRatio: costs.get(call.row.channel_id) ?? 1, reprice })
  }
  return [...sums.values()].map(finished).toSorted((a, b) => b.charged - a.charged)
}

/** Throws `option.invalid` for tables that could not be saved either. */
function withPrices(options: OptionValues, rows: readonly PriceRow[]): OptionValues {
  const fields = PRICE_FIELDS.filter((field) => rows.some(({ price }) => field in price))
  const tables = fields.map((field) => {
    const option = FIELD_OPTIONS[field]
    return [option, OPTIONS[option].parse(JSON.stringify(tableWith(options[option], rows, field)))]
  })
  return { ...options, ...Object.fromEntries(tables) }
}

type Mutable = { -readonly [Field in keyof Omit<BillSum, Derived>]: BillSum[Field] }
type Derived = 'cache_share' | 'margin' | 'difference'

const NOTHING = {
  calls: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  completion_tokens: 0,
  charged: 0,
  cost: 0,
  repriced: 0,
}

function subjectOf(by: BillSubject, { row }: BilledCall, nameOf: (id: number) => string) {
  const { channel_id, user_id, username, model_name } = row
  if (by === 'model') return { key: model_name, id: 0, name: model_name }
  if (by === 'user') return { key: user_id, id: user_id, name: username }
  return { key: channel_id, id: channel_id, name: nameOf(channel_id) }
}

interface Terms {
  readonly costRatio: number
  readonly reprice: (call: BilledCall) => number
}

function add(sum: Mutable, call: BilledCall, { costRatio, reprice }: Terms): void {
  const { row, usage, price } = call
  sum.calls += 1
  sum.prompt_tokens += totalPromptTokens(usage)
  sum.cached_tokens += totalCacheReadTokens(usage)
  sum.completion_tokens += totalCompletionTokens(usage)
  sum.charged += row.quota
  sum.cost += costOf(usage, price, costRatio)
  sum.repriced += reprice(call)
}

function finished(sum: Mutable): BillSum {
  const { prompt_tokens, cached_tokens, charged, cost, repriced } = sum
  const share = prompt_tokens === 0 ? 0 : Math.round((cached_tokens / prompt_tokens) * 1000) / 10
  return { ...sum, cache_share: share, margin: charged - cost, difference: repriced - charged }
}

/** A refunded call stays free; a model without a price there costs what it did. */
function repricer(options: OptionValues): (call: BilledCall) => number {
  const tables = priceTablesOf(options)
  const { SelfUseModeEnabled: selfUse } = options
  return ({ row, usage, price }) => {
    const { groupRatio } = price
    const model = row.model_name
    const found = priceFor({ model, groupRatio, tables, selfUse, acceptsUnset: false })
    if (found === undefined || row.quota === 0) return row.quota
    return chargeFor(usage, found)
  }
}
