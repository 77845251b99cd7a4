/** What bills add up to, for operators. */
import { Type } from '@sinclair/typebox'
import { endpoint, OptionalInteger } from './endpoint'

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
  /** At the prices in force. */
  repriced: Type.Integer(),
  difference: Type.Integer(),
})

export const billEndpoints = [
  endpoint({
    id: 'bill.sums',
    method: 'GET',
    path: '/api/bill/sums',
    role: 'admin',
    heavy: true,
    query: Type.Object({
      by: Type.Optional(
        Type.Union([Type.Literal('channel'), Type.Literal('model'), Type.Literal('user')]),
      ),
      /** Epoch seconds; the last 30 days when absent. */
      start_timestamp: OptionalInteger,
      end_timestamp: OptionalInteger,
    }),
    data: Type.Array(SumJson),
    summary:
      'Calls, charge, cost, margin and cache-hit share by channel, model or user; the largest ' +
      'charge first.',
    example: [
      {
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
        repriced: 410_000,
        difference: 0,
      },
    ],
  }),
] as const
