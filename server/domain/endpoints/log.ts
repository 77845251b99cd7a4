/** The usage log: calls, top-ups, what admins and the system did to an account. */
import { type Static, Type } from '@sinclair/typebox'
import { LOG_SORTS } from '../logs/log-sorts'
import { endpoint, OptionalInteger, OptionalText, PageQuery, pageOf, sortedBy } from './endpoint'

const LogJson = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
  /** 1 top-up, 2 consumption, 3 management, 4 system, 5 error. */
  type: Type.Integer(),
  content: Type.String(),
  username: Type.String(),
  token_name: Type.String(),
  model_name: Type.String(),
  quota: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  /** Seconds. */
  use_time: Type.Integer(),
  is_stream: Type.Boolean(),
  /** Id of the channel; 0 for users. */
  channel: Type.Integer(),
  /** "" for users. */
  channel_name: Type.String(),
  token_id: Type.Integer(),
  group: Type.String(),
  ip: Type.String(),
  request_id: Type.String(),
  /** Which program called: `claude-code`, `openai-python` …; `other`, or "" where unknown. */
  client: Type.String(),
  /** Id of the conversation, as its client names it; "" for none. */
  session: Type.String(),
  /** Comma separated; "" for none. */
  tags: Type.String(),
  /** 0 in rows of before it was measured. */
  duration_ms: Type.Integer(),
  /** JSON text of an object, or "". */
  other: Type.String(),
  /** Calls that the row stands for: refusals of a minute share one. */
  calls: Type.Integer(),
})

export type LogJson = Static<typeof LogJson>

const EXAMPLE: LogJson = {
  id: 812,
  user_id: 7,
  created_at: 1_712_800_000,
  type: 2,
  content: '模型倍率 1.25，补全倍率 4，分组倍率 1',
  username: 'ann',
  token_name: 'app',
  model_name: 'gpt-4o',
  quota: 1131,
  prompt_tokens: 105,
  completion_tokens: 200,
  use_time: 3,
  is_stream: true,
  channel: 12,
  channel_name: 'main',
  token_id: 9,
  group: 'default',
  ip: '192.0.2.1',
  request_id: '20240411014640123456789aB3dE5gH7',
  client: 'openai-python',
  session: '',
  tags: 'team-search,nightly',
  duration_ms: 3120,
  other: '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"frt":410}',
  calls: 1,
}

const OWN_EXAMPLE: LogJson = { ...EXAMPLE, channel: 0, channel_name: '' }

/** 0 and "" narrow nothing. Wildcards are letters like any other. */
const OwnFilter = Type.Object({
  type: OptionalInteger,
  start_timestamp: OptionalInteger,
  end_timestamp: OptionalInteger,
  token_name: OptionalText,
  model_name: OptionalText,
  group: OptionalText,
  request_id: OptionalText,
  /** A query line: `model:gpt-5 status:429 cost:>0.01`. It narrows what the rest leaves. */
  q: OptionalText,
})

const Filter = Type.Composite([
  OwnFilter,
  Type.Object({ username: OptionalText, channel: OptionalInteger }),
])

/** In UTC, such as `2026-10-31`; both are included. */
const Days = Type.Object({ from: Type.String(), to: Type.String() })

const LogGaps = Type.Object({
  /** Past months whose files are missing, so that the answer is without them. */
  missing_months: Type.Optional(Type.Array(Type.String())),
  /** Days that were read in ClickHouse. */
  clickhouse_days: Type.Optional(Days),
  /** Days that are in ClickHouse, which does not answer. */
  missing_days: Type.Optional(Days),
})

const LogPage = Type.Composite([pageOf(LogJson), LogGaps])
const page = (example: LogJson) => ({ items: [example], total: 1, page: 1, page_size: 10 })

const StatJson = Type.Object({
  ...LogGaps.properties,
  /** Credits consumed in the requested time. */
  quota: Type.Integer(),
  /** Calls and tokens of the last minute. */
  rpm: Type.Integer(),
  tpm: Type.Integer(),
})
const EXAMPLE_STAT = { quota: 123_456, rpm: 12, tpm: 3456 }

const HistogramJson = Type.Object({
  ...LogGaps.properties,
  /** Seconds of one piece. */
  step: Type.Integer(),
  /** Epoch seconds; what is older was not looked through. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** In order, without pieces in which nothing happened. */
  counts: Type.Array(
    Type.Object({
      /** Epoch seconds at which the piece began. */
      at: Type.Integer(),
      answered: Type.Integer(),
      /** Requested in vain of some channel. */
      failed: Type.Integer(),
      /** Never sent to a channel. */
      refused: Type.Integer(),
    }),
  ),
})
const EXAMPLE_HISTOGRAM = {
  step: 60,
  from: 1_712_796_400,
  to: 1_712_800_000,
  counts: [{ at: 1_712_799_960, answered: 12, failed: 1, refused: 0 }],
}

const KeywordQuery = Type.Object({ keyword: OptionalText })

const lists = [
  endpoint({
    id: 'log.list',
    method: 'GET',
    path: '/api/log/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([PageQuery, Filter, sortedBy(LOG_SORTS)]),
    data: LogPage,
    summary:
      'Lists the log, newest first. By token names, models, channels and groups, and in ' +
      'another order, the newest 100,000 rows of the time asked for are looked through, or ' +
      '30,000 of a user.',
    example: page(EXAMPLE),
  }),
  endpoint({
    id: 'log.list_own',
    method: 'GET',
    path: '/api/log/self',
    role: 'user',
    organisation: 'any',
    heavy: true,
    query: Type.Composite([PageQuery, OwnFilter, sortedBy(LOG_SORTS)]),
    data: LogPage,
    summary: 'Lists the own log, newest first, without what concerns channels.',
    example: page(OWN_EXAMPLE),
  }),
  endpoint({
    id: 'log.search',
    method: 'GET',
    path: '/api/log/search',
    role: 'admin',
    heavy: true,
    query: KeywordQuery,
    data: Type.Array(LogJson),
    summary: 'Finds the newest 100 rows of a type, or whose text begins with the keyword.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'log.search_own',
    method: 'GET',
    path: '/api/log/self/search',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: KeywordQuery,
    data: Type.Array(LogJson),
    summary: 'Finds the newest 100 own rows of a type, or by the beginning of the text.',
    example: [OWN_EXAMPLE],
  }),
  endpoint({
    id: 'log.of_key',
    method: 'GET',
    path: '/api/log/token',
    role: 'anonymous',
    heavy: true,
    query: Type.Object({ key: OptionalText, p: OptionalInteger, page_size: OptionalInteger }),
    data: Type.Array(LogJson),
    summary:
      'Lists what was called with the key of the Authorization header, or of `key`; `p` ' +
      'counts from 0. Open to pages of other sites.',
    example: [OWN_EXAMPLE],
  }),
] as const

const figures = [
  endpoint({
    id: 'log.stat',
    method: 'GET',
    path: '/api/log/stat',
    role: 'admin',
    heavy: true,
    query: Filter,
    data: StatJson,
    summary: 'Credits consumed by what passes the filter, and the rates of the last minute.',
    example: EXAMPLE_STAT,
  }),
  endpoint({
    id: 'log.stat_own',
    method: 'GET',
    path: '/api/log/self/stat',
    role: 'user',
    organisation: 'any',
    heavy: true,
    query: OwnFilter,
    data: StatJson,
    summary: 'The same of the own log.',
    example: EXAMPLE_STAT,
  }),
  endpoint({
    id: 'log.histogram',
    method: 'GET',
    path: '/api/log/histogram',
    role: 'admin',
    heavy: true,
    query: Filter,
    data: HistogramJson,
    summary: 'Counts answered, failed and refused calls by pieces of the time asked for.',
    example: EXAMPLE_HISTOGRAM,
  }),
  endpoint({
    id: 'log.histogram_own',
    method: 'GET',
    path: '/api/log/self/histogram',
    role: 'user',
    organisation: 'any',
    heavy: true,
    query: OwnFilter,
    data: HistogramJson,
    summary: 'The same of the own log.',
    example: EXAMPLE_HISTOGRAM,
  }),
  endpoint({
    id: 'log.remove',
    method: 'DELETE',
    path: '/api/log/',
    role: 'root',
    query: Type.Object({ target_timestamp: OptionalInteger }),
    data: Type.Integer(),
    summary: 'Deletes every row older than the time; answers how many.',
    example: 4096,
  }),
] as const

export const logEndpoints = [...lists, ...figures] as const
