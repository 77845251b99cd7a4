/** First pages: the site's health, what needs attention, who spends; and a user's own. */
import { type Static, Type } from '@sinclair/typebox'
import { ATTENTION_KINDS } from '../attention'
import { endpoint, OptionalInteger } from './endpoint'
import { BucketJson, EXAMPLE_TOTALS, TotalsJson } from './rollup-shapes'

const Numbers = Type.Array(Type.Integer())

const HealthJson = Type.Object({
  now: Type.Integer(),
  /** The last sixty minutes. */
  hour: TotalsJson,
  /** The same sixty minutes of yesterday. */
  yesterday: TotalsJson,
  /** Requests a minute, over the last five minutes. */
  per_minute: Type.Number(),
  /** Seconds of a bucket. */
  step: Type.Integer(),
  /** The last day; the last one is still running. */
  buckets: Type.Array(BucketJson),
  /** Held for calls that run and are not billed yet. */
  held: Type.Object({ calls: Type.Integer(), quota: Type.Integer() }),
})

const TopJson = Type.Object({
  /** 0 for models. */
  id: Type.Integer(),
  name: Type.String(),
  /** Of a token: whose it is. */
  owner: Type.String(),
  /** Of channels and tokens. */
  status: Type.Integer(),
  quota: Type.Integer(),
  calls: Type.Integer(),
  failed: Type.Integer(),
  refused: Type.Integer(),
  /** One number per hour of the last day, oldest first. */
  spend_by_hour: Numbers,
  calls_by_hour: Numbers,
  failed_by_hour: Numbers,
})

export type TopRowJson = Static<typeof TopJson>

const AttentionJson = Type.Object({
  kind: Type.Union(ATTENTION_KINDS.map((kind) => Type.Literal(kind))),
  /** 0 for models. */
  id: Type.Integer(),
  name: Type.String(),
  owner: Type.String(),
  /** The reason, or an upstream's own words. */
  detail: Type.String(),
  /** Epoch seconds since when; 0 for unknown. */
  at: Type.Integer(),
  calls: Type.Integer(),
  failed: Type.Integer(),
  /** Of a channel: requested models that no other serves; of `upstream_models` those that wait. */
  models: Type.Integer(),
  /** Credits an hour: now, and as usual. */
  quota: Type.Integer(),
  usual: Type.Integer(),
  balance_usd: Type.Number(),
})

export type AttentionJson = Static<typeof AttentionJson>

const ChangeJson = Type.Object({
  /** Epoch seconds. */
  at: Type.Integer(),
  /** As the audit log has it, such as `channel.disable`. */
  action: Type.String(),
  /** Of the channel or model, or the version that was started; "" for many at once. */
  name: Type.String(),
})

export type ChangeJson = Static<typeof ChangeJson>

const FindingJson = Type.Object({
  id: Type.String(),
  area: Type.String(),
  /** `warn` or `fail`. */
  status: Type.String(),
  message: Type.String(),
  /** What to do; "" for nothing. */
  hint: Type.String(),
})

const UPDATE_STATES = ['unset', 'unasked', 'current', 'newer', 'failed'] as const

const UpdateJson = Type.Object({
  /** `unset`: there is no address to ask; `unasked`: nobody has asked since the start. */
  state: Type.Union(UPDATE_STATES.map((state) => Type.Literal(state))),
  current: Type.String(),
  latest: Type.String(),
  /** Where the latest is described; "" for nowhere. */
  page: Type.String(),
  /** Epoch seconds; 0 for never. */
  checked_at: Type.Integer(),
  /** Why it could not be read. */
  problem: Type.String(),
})

export type UpdateJson = Static<typeof UpdateJson>

const UPDATE: UpdateJson = {
  state: 'newer',
  current: '0.1.0',
  latest: 'v0.2.0',
  page: 'https://example.com/releases/v0.2.0',
  checked_at: 1_712_800_000,
  problem: '',
}

const OwnSpend = {
  name: Type.String(),
  /** Of the last seven days. */
  quota: Type.Integer(),
  calls: Type.Integer(),
  spend_by_day: Numbers,
}

const OwnJson = Type.Object({
  now: Type.Integer(),
  day: TotalsJson,
  before: TotalsJson,
  buckets: Type.Array(BucketJson),
  /** Credits, on average since the first call of the last week. */
  spend_per_day: Type.Integer(),
  tokens: Type.Array(
    Type.Object({
      ...OwnSpend,
      id: Type.Integer(),
      status: Type.Integer(),
      failed: Type.Integer(),
      used_quota: Type.Integer(),
      remain_quota: Type.Integer(),
      unlimited_quota: Type.Boolean(),
      expired_time: Type.Integer(),
    }),
  ),
  models: Type.Array(Type.Object(OwnSpend)),
})

export type OwnTokenJson = Static<typeof OwnJson>['tokens'][number]

const TOP = {
  id: 7,
  name: 'ann',
  owner: '',
  status: 1,
  quota: 11_310,
  calls: 10,
  failed: 1,
  refused: 0,
  spend_by_hour: [0, 11_310],
  calls_by_hour: [0, 10],
  failed_by_hour: [0, 1],
}

const BUCKET = { ...EXAMPLE_TOTALS, at: 1_712_800_800 }
const SPEND = { quota: 11_310, calls: 10, spend_by_day: [0, 0, 0, 0, 0, 0, 11_310] }

export const overviewEndpoints = [
  endpoint({
    id: 'overview.health',
    method: 'GET',
    path: '/api/overview/health',
    role: 'admin',
    heavy: true,
    data: HealthJson,
    summary: 'How the site is: the last hour beside that of yesterday, and the last day.',
    example: {
      now: 1_712_802_000,
      hour: EXAMPLE_TOTALS,
      yesterday: EXAMPLE_TOTALS,
      per_minute: 20.4,
      step: 1800,
      buckets: [BUCKET],
      held: { calls: 3, quota: 12_000 },
    },
  }),
  endpoint({
    id: 'overview.attention',
    method: 'GET',
    path: '/api/overview/attention',
    role: 'admin',
    heavy: true,
    data: Type.Object({
      items: Type.Array(AttentionJson),
      /** Left out, beyond twenty of a kind. */
      more: Type.Integer(),
    }),
    summary:
      'What needs somebody: channels that were switched off or fail, tokens that spend five ' +
      'times their usual, models without price or channel, upstream accounts that run dry.',
    example: {
      items: [
        {
          kind: 'channel_off',
          id: 3,
          name: 'main',
          owner: '',
          detail: 'status 401: invalid api key',
          at: 1_712_800_800,
          calls: 0,
          failed: 0,
          models: 0,
          quota: 0,
          usual: 0,
          balance_usd: 0,
        },
      ],
      more: 0,
    },
  }),
  endpoint({
    id: 'overview.changes',
    method: 'GET',
    path: '/api/overview/changes',
    role: 'admin',
    heavy: true,
    query: Type.Object({ start_timestamp: OptionalInteger }),
    data: Type.Array(ChangeJson),
    summary:
      'Changes of the site that charts mark: channels added, deleted, enabled and disabled, ' +
      'prices set, versions started. Of the last day unless `start_timestamp` says more.',
    example: [{ at: 1_712_800_800, action: 'channel.disable', name: 'main' }],
  }),
  endpoint({
    id: 'overview.findings',
    method: 'GET',
    path: '/api/overview/findings',
    role: 'root',
    heavy: true,
    data: Type.Array(FindingJson),
    summary: 'What `gw doctor` would complain of, as far as that is quick to find out.',
    example: [
      {
        id: 'address',
        area: 'settings',
        status: 'fail',
        message: 'No server address is set.',
        hint: 'Set ServerAddress.',
      },
    ],
  }),
  endpoint({
    id: 'overview.update',
    method: 'GET',
    path: '/api/overview/update',
    role: 'root',
    data: UpdateJson,
    summary: 'What the release address told last; nothing outside is asked.',
    example: UPDATE,
  }),
  endpoint({
    id: 'overview.check_update',
    method: 'POST',
    path: '/api/overview/update',
    role: 'root',
    data: UpdateJson,
    summary: 'Asks ReleaseAddress, once, whether there is a newer release.',
    example: UPDATE,
  }),
  endpoint({
    id: 'overview.top',
    method: 'GET',
    path: '/api/overview/top',
    role: 'admin',
    heavy: true,
    data: Type.Object({
      /** Epoch seconds. */
      from: Type.Integer(),
      users: Type.Array(TopJson),
      tokens: Type.Array(TopJson),
      models: Type.Array(TopJson),
      channels: Type.Array(TopJson),
    }),
    summary: 'The users, tokens, models and channels that came to most in the last day.',
    example: {
      from: 1_712_718_000,
      users: [TOP],
      tokens: [{ ...TOP, name: 'app', owner: 'ann' }],
      models: [{ ...TOP, id: 0, name: 'gpt-4o' }],
      channels: [{ ...TOP, name: 'main' }],
    },
  }),
  endpoint({
    id: 'overview.own',
    method: 'GET',
    path: '/api/overview/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    data: OwnJson,
    summary: 'The own last day, what is spent a day, and by which tokens and models.',
    example: {
      now: 1_712_802_000,
      day: EXAMPLE_TOTALS,
      before: EXAMPLE_TOTALS,
      buckets: [BUCKET],
      spend_per_day: 11_310,
      tokens: [
        {
          ...SPEND,
          id: 9,
          name: 'app',
          status: 1,
          failed: 0,
          used_quota: 11_310,
          remain_quota: 488_690,
          unlimited_quota: false,
          expired_time: -1,
        },
      ],
      models: [{ ...SPEND, name: 'gpt-4o' }],
    },
  }),
] as const
