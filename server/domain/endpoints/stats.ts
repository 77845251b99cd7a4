/** What one channel, token, user or model did in a window of time. */
import { type Static, Type } from '@sinclair/typebox'
import { STAT_RANGES, SUBJECT_KINDS } from '../logs/rollups'
import { endpoint, IdParams, OptionalInteger, oneOf } from './endpoint'
import { BucketJson, EXAMPLE_TOTALS, TotalsJson } from './rollup-shapes'

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

const COUNTED = ['channel', 'token', 'user', 'redemption', 'order', 'notice'] as const
export type CountedNoun = (typeof COUNTED)[number]

const CountsJson = Type.Object({
  states: Type.Array(
    Type.Object({
      /** As the list has it: the words of orders and notices, the numbers of the others. */
      status: Type.Union([Type.Integer(), Type.String()]),
      count: Type.Integer(),
    }),
  ),
  /** Of channels. */
  types: Type.Array(Type.Object({ type: Type.Integer(), count: Type.Integer() })),
})

const Numbers = Type.Array(Type.Integer())

const DayJson = Type.Object({
  id: Type.Integer(),
  quota: Type.Integer(),
  calls: Type.Integer(),
  failed: Type.Integer(),
  refused: Type.Integer(),
  /** One number per hour of the last day, oldest first. */
  spend_by_hour: Numbers,
  calls_by_hour: Numbers,
  failed_by_hour: Numbers,
})

export type DayJson = Static<typeof DayJson>

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
      'Calls, failures, waiting times and spend of one channel, token, user or model: the last ' +
      'day by the hour, a week or a month, or 5, 15 or 60 minutes by the minute.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'stats.own_token',
    method: 'GET',
    path: '/api/stats/self/token/:id',
    role: 'user',
    organisation: 'any',
    heavy: true,
    params: IdParams,
    query: Range,
    data: StatsJson,
    summary: 'The same of an own token.',
    example: { ...EXAMPLE, errors: [] },
  }),
  endpoint({
    id: 'stats.day',
    method: 'GET',
    path: '/api/stats/day',
    role: 'admin',
    heavy: true,
    query: Type.Object({
      /** With commas between them, at most a hundred. */
      ids: Type.String({ maxLength: 2000 }),
    }),
    data: Type.Array(DayJson),
    summary: 'The last day of the channels on a page of a list, by the hour.',
    example: [
      {
        id: 7,
        quota: 11_310,
        calls: 10,
        failed: 1,
        refused: 0,
        spend_by_hour: [0, 11_310],
        calls_by_hour: [0, 10],
        failed_by_hour: [0, 1],
      },
    ],
  }),
  endpoint({
    id: 'stats.counts',
    method: 'GET',
    path: '/api/stats/counts',
    role: 'admin',
    heavy: true,
    query: Type.Object({ noun: oneOf(COUNTED) }),
    data: CountsJson,
    summary: 'How many rows of a list there are of each status; of channels also of each type.',
    example: { states: [{ status: 1, count: 270 }], types: [{ type: 1, count: 199 }] },
  }),
] as const
