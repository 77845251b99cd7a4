/** Models that upstreams list, or list no more, against what their channels serve. */
import { type Static, Type } from '@sinclair/typebox'
import { FINDING_KINDS, FINDING_STATES } from '../channels/upstream-models/findings'
import { endpoint, OptionalFlag, OptionalInteger, oneOf, PageQuery, pageOf } from './endpoint'

const FindingJson = Type.Object({
  id: Type.Integer(),
  channel_id: Type.Integer(),
  channel_name: Type.String(),
  /** Listed and not served; served and listed no more; the same with a successor. */
  kind: oneOf(FINDING_KINDS),
  /** Of a new one the upstream's name, else the name that the channel serves. */
  model: Type.String(),
  /** Of a renamed one: the upstream's name that takes its place; else "". */
  other: Type.String(),
  /** `watched`: not gone for long enough yet. */
  state: oneOf(FINDING_STATES),
  /** Walks in a row that have not seen it. */
  misses: Type.Integer(),
  /** Whether an earlier list had it. */
  was_listed: Type.Boolean(),
  /** Whether a price is set for it. */
  priced: Type.Boolean(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
})
export type UpstreamModelJson = Static<typeof FindingJson>

const ChannelJson = Type.Object({
  channel_id: Type.Integer(),
  channel_name: Type.String(),
  /** Findings that wait, by kind. */
  new: Type.Integer(),
  gone: Type.Integer(),
  renamed: Type.Integer(),
  ignored: Type.Integer(),
  /** Epoch seconds of the last list and of the last try; 0 for never. */
  walked_at: Type.Integer(),
  tried_at: Type.Integer(),
  /** Why the last try failed, in the caller's language; "" for not at all. */
  failure: Type.String(),
})

const WalkJson = Type.Object({
  /** Channels that have listed their models, and those whose type has no list. */
  walked: Type.Integer(),
  skipped: Type.Integer(),
  /** Findings that wait, and those among them that are new. */
  waiting: Type.Integer(),
  fresh: Type.Integer(),
  /** What rules have done by themselves. */
  added: Type.Integer(),
  retired: Type.Integer(),
  mapped: Type.Integer(),
  failures: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), reason: Type.String() }),
  ),
  /** A long walk goes on after the answer. */
  running: Type.Boolean(),
})

const MOST = 1000
const Ids = { ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: MOST }) }
const Done = Type.Object({ done: Type.Integer() })

const FINDING: UpstreamModelJson = {
  ...{ id: 4, channel_id: 2, channel_name: 'main', kind: 'renamed', model: 'gpt-4o-2024-05-13' },
  ...{ other: 'gpt-4o-2024-11-20', state: 'waiting', misses: 3, was_listed: true, priced: true },
  created_at: 1_712_800_000,
}

export const upstreamModelEndpoints = [
  endpoint({
    id: 'upstream_model.list',
    method: 'GET',
    path: '/api/channel/upstream_model/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      Type.Object({
        channel_id: OptionalInteger,
        kind: Type.Optional(oneOf(FINDING_KINDS)),
        state: Type.Optional(oneOf(FINDING_STATES)),
      }),
    ]),
    data: pageOf(FindingJson),
    summary:
      'Lists models that upstreams have added, dropped or renamed; those that wait at first.',
    example: { items: [FINDING], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'upstream_model.channels',
    method: 'GET',
    path: '/api/channel/upstream_model/channel',
    role: 'admin',
    heavy: true,
    data: Type.Array(ChannelJson),
    summary: 'When the upstream of each channel was last asked for its models, and what was found.',
    example: [
      {
        ...{
          channel_id: 2,
          channel_name: 'main',
          new: 3,
          gone: 0,
          renamed: 1,
          ignored: 5,
          failure: '',
        },
        ...{ walked_at: 1_712_800_000, tried_at: 1_712_800_000 },
      },
    ],
  }),
  endpoint({
    id: 'upstream_model.walk',
    method: 'POST',
    path: '/api/channel/upstream_model/walk',
    role: 'admin',
    heavy: true,
    body: Type.Object({
      /** Every enabled channel when absent. */
      channels: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: MOST })),
    }),
    data: WalkJson,
    summary: 'Asks the upstreams of channels for their models now, and compares.',
    example: {
      ...{ walked: 2, skipped: 0, waiting: 4, fresh: 3, added: 0, retired: 0, mapped: 0 },
      ...{ failures: [], running: false },
    },
  }),
  endpoint({
    id: 'upstream_model.apply',
    method: 'POST',
    path: '/api/channel/upstream_model/apply',
    role: 'admin',
    body: Type.Object({
      ...Ids,
      /** Without it new ones are added, gone ones retired, renamed ones mapped. */
      act: Type.Optional(oneOf(['add', 'retire', 'map'])),
      /** Adds models without a price too; their calls stay refused until one is set. */
      accepts_unpriced: OptionalFlag,
    }),
    data: Done,
    summary: 'Adds, maps or retires models as found, all of them or none.',
    example: { done: 1 },
  }),
  endpoint({
    id: 'upstream_model.ignore',
    method: 'POST',
    path: '/api/channel/upstream_model/ignore',
    role: 'admin',
    body: Type.Object({
      ...Ids,
      /** Lets them wait again. */
      again: OptionalFlag,
    }),
    data: Done,
    summary: 'Ignores what was found until it changes.',
    example: { done: 1 },
  }),
] as const
