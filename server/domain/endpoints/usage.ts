/** What calls used: sums by anything, and conversations. */
import { type Static, Type } from '@sinclair/typebox'
import {
  USAGE_GROUP_NAMES,
  USAGE_GROUPS,
  USAGE_MEASURE_NAMES,
  USAGE_WINDOW_NAMES,
  type UsageGroup,
} from '../usage/explore'
import { endpoint, OptionalInteger, OptionalText, oneOf, PageQuery, pageOf } from './endpoint'

const Value = Type.Union([Type.Number(), Type.Null()])

export const UsageTotalsJson = Type.Object({
  /** Failed ones are among them, refused ones are not. */
  calls: Type.Integer(),
  failed: Type.Integer(),
  refused: Type.Integer(),
  /** Credits charged. */
  quota: Type.Integer(),
  /** Credits used and paid by nobody, and what the provider takes; for administrators. */
  uncollected: Type.Optional(Type.Integer()),
  cost: Type.Optional(Type.Integer()),
  /** All that was read, cached or not. */
  prompt_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  /** Milliseconds until the first byte of an answer; 0 when nothing is known. */
  p50_ms: Type.Integer(),
  p95_ms: Type.Integer(),
  p99_ms: Type.Integer(),
})

const GroupJson = Type.Object({
  /** One for each thing that is grouped by. */
  keys: Type.Array(
    Type.Object({
      /** As the filters take it. */
      key: Type.String(),
      /** "" where it has none, such as calls without a token. */
      name: Type.String(),
    }),
  ),
  total: UsageTotalsJson,
  /** Of the measure; credits, counts, milliseconds, or a share of 1. */
  value: Value,
  /** Per bucket. */
  series: Type.Array(Value),
})

const ExploredJson = Type.Object({
  from: Type.Integer(),
  /** The last bucket may end after now. */
  to: Type.Integer(),
  now: Type.Integer(),
  /** Seconds of a bucket. */
  step: Type.Integer(),
  total: UsageTotalsJson,
  value: Value,
  /** Of the same length, up to where this one begins. */
  before: UsageTotalsJson,
  value_before: Value,
  /** The largest of the measure first. */
  groups: Type.Array(GroupJson),
  /** What the groups that are not among them come to. */
  other: Type.Union([
    Type.Composite([Type.Omit(GroupJson, ['keys']), Type.Object({ count: Type.Integer() })]),
    Type.Null(),
  ]),
})

export type ExploredJson = Static<typeof ExploredJson>

const GROUPS = USAGE_GROUP_NAMES.join('|')

const ExploreQuery = Type.Object({
  measure: Type.Optional(oneOf(USAGE_MEASURE_NAMES)),
  window: Type.Optional(oneOf(USAGE_WINDOW_NAMES)),
  /** One or two of `model`, `channel`, `user`, `token`, `group`, `client`, with a comma. */
  by: Type.Optional(Type.String({ pattern: `^$|^(${GROUPS})(,(${GROUPS}))?$` })),
  top: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  /** Seconds that the reader's clock is ahead of UTC. */
  shift: OptionalInteger,
  ...(Object.fromEntries(
    // Values with commas between them: models, ids, groups and clients.
    USAGE_GROUP_NAMES.map((name) => [name, OptionalText]),
  ) as Record<UsageGroup, typeof OptionalText>),
})

export const EXAMPLE_USAGE = {
  calls: 1200,
  failed: 6,
  refused: 2,
  quota: 900_000,
  prompt_tokens: 3_000_000,
  cached_tokens: 2_100_000,
  cache_write_tokens: 90_000,
  completion_tokens: 400_000,
  p50_ms: 620,
  p95_ms: 2400,
  p99_ms: 5100,
}

const EXAMPLE: ExploredJson = {
  from: 1_712_718_000,
  to: 1_712_804_400,
  now: 1_712_802_000,
  step: 3600,
  total: EXAMPLE_USAGE,
  value: 900_000,
  before: EXAMPLE_USAGE,
  value_before: 870_000,
  groups: [
    {
      keys: [{ key: 'gpt-4o', name: 'gpt-4o' }],
      total: EXAMPLE_USAGE,
      value: 900_000,
      series: [450_000, 450_000],
    },
  ],
  other: null,
}

const SessionJson = Type.Object({
  user_id: Type.Integer(),
  username: Type.String(),
  session: Type.String(),
  /** Of the newest call, as the client. */
  token_id: Type.Integer(),
  client: Type.String(),
  client_name: Type.String(),
  /** Epoch seconds of the first call and the newest. */
  first_at: Type.Integer(),
  last_at: Type.Integer(),
  calls: Type.Integer(),
  failed: Type.Integer(),
  quota: Type.Integer(),
  /** For administrators. */
  uncollected: Type.Optional(Type.Integer()),
  prompt_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  models: Type.Array(Type.String()),
  /** None for the owner. */
  channels: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
})

export type SessionJson = Static<typeof SessionJson>

const TurnJson = Type.Object({
  /** Of its row in the log. */
  id: Type.Integer(),
  created_at: Type.Integer(),
  request_id: Type.String(),
  model: Type.String(),
  /** 0 and "" for the owner. */
  channel: Type.Integer(),
  channel_name: Type.String(),
  client: Type.String(),
  quota: Type.Integer(),
  prompt_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  duration_ms: Type.Integer(),
  failed: Type.Boolean(),
  attempts: Type.Integer(),
  /** Against the turn before. */
  changed: Type.Array(oneOf(['model', 'channel', 'client'])),
  /** Tokens that were in the cache a turn before and were read anew, and what that cost. */
  lost_tokens: Type.Integer(),
  lost_credits: Type.Integer(),
})

export type TurnJson = Static<typeof TurnJson>

const SessionViewJson = Type.Object({
  session: SessionJson,
  /** The oldest first, at most 500. */
  turns: Type.Array(TurnJson),
  lost_credits: Type.Integer(),
})

const EXAMPLE_SESSION: SessionJson = {
  user_id: 7,
  username: 'ann',
  session: '0b8e6a52-4a7f-4d53-9f0e-5f0d0c3c1c11',
  token_id: 9,
  client: 'claude-code',
  client_name: 'Claude Code',
  first_at: 1_712_800_000,
  last_at: 1_712_802_000,
  calls: 14,
  failed: 0,
  quota: 41_000,
  prompt_tokens: 900_000,
  cached_tokens: 830_000,
  completion_tokens: 9000,
  models: ['claude-sonnet-4-5'],
  channels: [{ id: 12, name: 'main' }],
}

const EXAMPLE_TURN: TurnJson = {
  id: 812,
  created_at: 1_712_800_000,
  request_id: '20240411014640123456789aB3dE5gH7',
  model: 'claude-sonnet-4-5',
  channel: 12,
  channel_name: 'main',
  client: 'claude-code',
  quota: 3100,
  prompt_tokens: 61_000,
  cached_tokens: 58_000,
  completion_tokens: 700,
  duration_ms: 4210,
  failed: false,
  attempts: 1,
  changed: [],
  lost_tokens: 0,
  lost_credits: 0,
}

const sessionPage = { items: [EXAMPLE_SESSION], total: 1, page: 1, page_size: 10 }
const sessionView = { session: EXAMPLE_SESSION, turns: [EXAMPLE_TURN], lost_credits: 0 }
const OWN_GROUPS = USAGE_GROUP_NAMES.filter((name) => !USAGE_GROUPS[name].adminOnly).join(', ')

export const usageEndpoints = [
  endpoint({
    id: 'usage.explore',
    method: 'GET',
    path: '/api/usage/explore/',
    role: 'admin',
    heavy: true,
    query: ExploreQuery,
    data: ExploredJson,
    summary: 'A measure of the usage of a time, by up to two things and narrowed by any.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'usage.explore_own',
    method: 'GET',
    path: '/api/usage/explore/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: ExploreQuery,
    data: ExploredJson,
    summary: `The same of the own usage, by ${OWN_GROUPS}.`,
    example: EXAMPLE,
  }),
  endpoint({
    id: 'usage.sessions',
    method: 'GET',
    path: '/api/usage/session/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      Type.Object({ client: OptionalText, user_id: OptionalInteger }),
    ]),
    data: pageOf(SessionJson),
    summary: 'Conversations that clients name, by the time of their newest call.',
    example: sessionPage,
  }),
  endpoint({
    id: 'usage.sessions_own',
    method: 'GET',
    path: '/api/usage/session/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: Type.Composite([PageQuery, Type.Object({ client: OptionalText })]),
    data: pageOf(SessionJson),
    summary: 'The own conversations.',
    example: sessionPage,
  }),
  endpoint({
    id: 'usage.session',
    method: 'GET',
    path: '/api/usage/session/turns',
    role: 'admin',
    heavy: true,
    query: Type.Object({ user_id: Type.Integer(), session: Type.String({ minLength: 1 }) }),
    data: SessionViewJson,
    summary: 'The turns of a conversation, what changed between them, and what a lost cache cost.',
    example: sessionView,
  }),
  endpoint({
    id: 'usage.session_own',
    method: 'GET',
    path: '/api/usage/session/self/turns',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: Type.Object({ session: Type.String({ minLength: 1 }) }),
    data: SessionViewJson,
    summary: 'The same of an own conversation, without channels.',
    example: sessionView,
  }),
] as const
