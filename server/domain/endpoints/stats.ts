/** What one channel, token, user or model did in a day, a week or a month. */
import { type Static, Type } from '@sinclair/typebox'
import { STAT_RANGES, SUBJECT_KINDS } from '../rollups'
import { endpoint, IdParams, OptionalInteger } from './endpoint'
import { BucketJson, EXAMPLE_TOTALS, TotalsJson } from './rollup-shapes'

function oneOf<const Name extends string>(names: readonly Name[]) {
  return Type.Union(names.map((name) => Type.Literal(name)))
}

const Range = Type.Object({
  range: Type.Optional(oneOf(STAT_RANGES)),
  /** Seconds that the reader's clock is ahead of UTC: days begin at midnight there. */
  shift: OptionalInteger,
})

const StatsJson = Type.Object({
  from: Type.Integer(),
  /** The last bucket may end after now. */
  to: Type.Integer(),
  now: Type.Integer(),
  /** Seconds of a bucket. */
  step: Type.Integer(),
  buckets: Type.Array(BucketJson),
  total: TotalsJson,
  /** Of the same length, up to where this one begins. */
  before: TotalsJson,
  /** Of channels: failed attempts, also those that another channel made good. */
  errors: Type.Array(
    Type.Object({
      at: Type.Integer(),
      /** Alike ones of the hour. */
      count: Type.Integer(),
      model: Type.String(),
      request_id: Type.String(),
      /** Of the upstream; 0 when it did not answer. */
      status: Type.Integer(),
      message: Type.String(),
    }),
  ),
})

export type StatsJson = Static<typeof StatsJson>

const CountsJson = Type.Object({
  states: Type.Array(Type.Object({ status: Type.Integer(), count: Type.Integer() })),
  /** Of channels. */
  types: Type.Array(Type.Object({ type: Type.Integer(), count: Type.Integer() })),
})

const EXAMPLE: StatsJson = {
  from: 1_712_718_000,
  to: 1_712_804_400,
  now: 1_712_802_000,
  step: 3600,
  buckets: [{ ...EXAMPLE_TOTALS, at: 1_712_800_800 }],
  total: EXAMPLE_TOTALS,
  before: EXAMPLE_TOTALS,
  errors: [
    {
      at: 1_712_801_000,
      count: 3,
      model: 'gpt-4o',
      request_id: '20240411014640123456789aB3dE5gH7',
      status: 429,
      message: 'Rate limit reached',
    },
  ],
}

export const statsEndpoints = [
  endpoint({
    id: 'stats.show',
    method: 'GET',
    path: '/api/stats/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      Range,
      Type.Object({
        kind: oneOf(SUBJECT_KINDS),
        /** Id, or name of a model. */
        subject: Type.String(),
      }),
    ]),
    data: StatsJson,
    summary:
      'Calls, failures, waiting times and spend of one channel, token, user or model, the last ' +
      'day by the hour unless a week or a month is asked for.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'stats.own_token',
    method: 'GET',
    path: '/api/stats/self/token/:id',
    role: 'user',
    heavy: true,
    params: IdParams,
    query: Range,
    data: StatsJson,
    summary: 'The same of an own token.',
    example: { ...EXAMPLE, errors: [] },
  }),
  endpoint({
    id: 'stats.counts',
    method: 'GET',
    path: '/api/stats/counts',
    role: 'admin',
    heavy: true,
    query: Type.Object({ noun: oneOf(['channel', 'token', 'user']) }),
    data: CountsJson,
    summary: 'How many channels, tokens or users there are of each status, and of each type.',
    example: { states: [{ status: 1, count: 270 }], types: [{ type: 1, count: 199 }] },
  }),
] as const
