/** What bills add up to, for operators. */
import { type Static, Type } from '@sinclair/typebox'
import { BILL_SUBJECTS } from '../money/bill-subjects'
import { PriceRowJson } from '../prices/price-schema'
import { endpoint, OptionalInteger, oneOf } from './endpoint'

const SumJson = Type.Object({
  /** Of the channel or user; 0 for models. */
  id: Type.Integer(),
  name: Type.String(),
  calls: Type.Integer(),
  prompt_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  /** Per cent of the prompt that came out of a cache. */
  cache_share: Type.Number(),
  completion_tokens: Type.Integer(),
  /** Credits, as all that follow. */
  charged: Type.Integer(),
  /** At list prices, times the `cost_ratio` of the channel. */
  cost: Type.Integer(),
  margin: Type.Integer(),
  /** At the prices in force, or those that were sent. */
  repriced: Type.Integer(),
  difference: Type.Integer(),
})

export type BillSumJson = Static<typeof SumJson>

const SumQuery = Type.Object({
  by: Type.Optional(oneOf(BILL_SUBJECTS)),
  /** Epoch seconds; the last 30 days when absent. */
  start_timestamp: OptionalInteger,
  end_timestamp: OptionalInteger,
})

/** As many as `price.set` takes. */
const MOST_ROWS = 10_000

const EXAMPLE = {
  id: 3,
  name: 'main',
  calls: 120,
  prompt_tokens: 480_000,
  cached_tokens: 360_000,
  cache_share: 75,
  completion_tokens: 52_000,
  charged: 410_000,
  cost: 330_000,
  margin: 80_000,
}

export const billEndpoints = [
  endpoint({
    id: 'bill.sums',
    method: 'GET',
    path: '/api/bill/sums',
    role: 'admin',
    heavy: true,
    query: SumQuery,
    data: Type.Array(SumJson),
    summary:
      'Calls, charge, cost, margin and cache-hit share by channel, model or user; the largest ' +
      'charge first.',
    example: [{ ...EXAMPLE, repriced: 410_000, difference: 0 }],
  }),
  endpoint({
    id: 'bill.what_if',
    method: 'POST',
    path: '/api/bill/what-if',
    role: 'admin',
    reads: true,
    heavy: true,
    body: Type.Composite([
      SumQuery,
      Type.Object({ prices: Type.Array(PriceRowJson, { minItems: 1, maxItems: MOST_ROWS }) }),
    ]),
    data: Type.Array(SumJson),
    summary:
      'The same sums as if these prices had been in force; nothing is saved. What the rows do ' +
      'not name stays as it is, null takes a price away.',
    example: [{ ...EXAMPLE, repriced: 451_000, difference: 41_000 }],
  }),
] as const
