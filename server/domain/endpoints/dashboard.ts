/** Hourly figures behind the charts of the dashboard. */
import { type Static, Type } from '@sinclair/typebox'
import { endpoint, OptionalInteger, OptionalText } from './endpoint'

const HourJson = Type.Object({
  /** 0 where all users are added up, as `user_id`; `username` is "" then. */
  id: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  model_name: Type.String(),
  /** Epoch seconds at which the hour began. */
  created_at: Type.Integer(),
  token_used: Type.Integer(),
  count: Type.Integer(),
  quota: Type.Integer(),
})

const Range = Type.Object({
  start_timestamp: OptionalInteger,
  end_timestamp: OptionalInteger,
  /** Sent by front ends, without effect. */
  default_time: OptionalText,
})

const FailuresJson = Type.Object({
  /** Epoch seconds; later than requested where there is too much to count. */
  counted_from: Type.Integer(),
  /** Hours without failures are left out. */
  hours: Type.Array(Type.Object({ created_at: Type.Integer(), count: Type.Integer() })),
})

const SpenderJson = Type.Object({
  /** Of the user or token; 0 for models. */
  id: Type.Integer(),
  name: Type.String(),
  /** Of a token: whose it is. */
  owner: Type.String(),
  quota: Type.Integer(),
  count: Type.Integer(),
})

export type SpenderJson = Static<typeof SpenderJson>

const TopJson = Type.Object({
  /** Epoch seconds; later than requested where there is too much to look through. */
  counted_from: Type.Integer(),
  users: Type.Array(SpenderJson),
  tokens: Type.Array(SpenderJson),
  models: Type.Array(SpenderJson),
})

const SPENT = { quota: 11_310, count: 10 }

const hour = (user_id: number, username: string) => ({
  id: user_id,
  user_id,
  username,
  model_name: 'gpt-4o',
  created_at: 1_712_800_800,
  token_used: 3050,
  count: 10,
  quota: 11_310,
})

export const dashboardEndpoints = [
  endpoint({
    id: 'dashboard.hours',
    method: 'GET',
    path: '/api/data/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([Range, Type.Object({ username: OptionalText })]),
    data: Type.Array(HourJson),
    summary: 'Usage by hour and model, of all users or of one; at most 31 days.',
    example: [hour(0, '')],
  }),
  endpoint({
    id: 'dashboard.own_hours',
    method: 'GET',
    path: '/api/data/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: Range,
    data: Type.Array(HourJson),
    summary: 'The own usage by hour and model; at most 31 days.',
    example: [hour(7, 'ann')],
  }),
  endpoint({
    id: 'dashboard.failures',
    method: 'GET',
    path: '/api/data/failures',
    role: 'admin',
    heavy: true,
    query: Range,
    data: FailuresJson,
    summary: 'Failed calls by the hour; at most 31 days, and the newest 500,000 rows of the log.',
    example: { counted_from: 1_712_793_600, hours: [{ created_at: 1_712_800_800, count: 3 }] },
  }),
  endpoint({
    id: 'dashboard.top',
    method: 'GET',
    path: '/api/data/top',
    role: 'admin',
    heavy: true,
    query: Range,
    data: TopJson,
    summary:
      'The ten users, tokens and models that spent most; at most 31 days, and the newest ' +
      '100,000 rows of the log.',
    example: {
      counted_from: 1_712_793_600,
      users: [{ id: 7, name: 'ann', owner: '', ...SPENT }],
      tokens: [{ id: 9, name: 'app', owner: 'ann', ...SPENT }],
      models: [{ id: 0, name: 'gpt-4o', owner: '', ...SPENT }],
    },
  }),
] as const
