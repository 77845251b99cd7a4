/** Hourly figures behind the charts of the dashboard. */
import { Type } from '@sinclair/typebox'
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
    query: Range,
    data: Type.Array(HourJson),
    summary: 'The own usage by hour and model; at most 31 days.',
    example: [hour(7, 'ann')],
  }),
] as const
