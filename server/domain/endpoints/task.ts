/** Jobs that take a while: music and lyrics. */
import { Type } from '@sinclair/typebox'
import { JOB_SORTS } from '../jobs/job-sorts'
import { endpoint, OptionalInteger, OptionalText, sortedBy } from './endpoint'
import { JobResultJson, jobEndpoints } from './job'

const TaskJson = Type.Object({
  id: Type.Integer(),
  /** Epoch seconds, as every time of a task. */
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
  task_id: Type.String(),
  platform: Type.String(),
  user_id: Type.Integer(),
  /** 0 for users. */
  channel_id: Type.Integer(),
  quota: Type.Integer(),
  /** Where what it has made can be had, for a while. */
  results: Type.Array(JobResultJson),
  action: Type.String(),
  status: Type.String(),
  fail_reason: Type.String(),
  submit_time: Type.Integer(),
  start_time: Type.Integer(),
  finish_time: Type.Integer(),
  /** "100%". */
  progress: Type.String(),
  /** What was requested. */
  properties: Type.Unknown(),
  /** What the upstream said last, or null. */
  data: Type.Unknown(),
})

const EXAMPLE = {
  id: 5,
  created_at: 1_712_800_000,
  updated_at: 1_712_800_090,
  task_id: 'b1f6c1a2-6a6e-4a0c-9f0e-0c4c3d2b1a00',
  platform: 'suno',
  user_id: 7,
  channel_id: 12,
  quota: 50_000,
  results: [],
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: 1_712_800_000,
  start_time: 1_712_800_002,
  finish_time: 1_712_800_090,
  progress: '100%',
  properties: { input: 'a song about rain' },
  data: [],
}

/** `p` counts from 0. */
const TaskQuery = Type.Composite([
  sortedBy(JOB_SORTS),
  Type.Object({
    p: OptionalInteger,
    page_size: OptionalInteger,
    platform: OptionalText,
    task_id: OptionalText,
    status: OptionalText,
    action: OptionalText,
    start_timestamp: OptionalInteger,
    end_timestamp: OptionalInteger,
  }),
])

export const taskEndpoints = [
  endpoint({
    id: 'task.list',
    method: 'GET',
    path: '/api/task/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([TaskQuery, Type.Object({ channel_id: OptionalInteger })]),
    data: Type.Array(TaskJson),
    summary: 'Lists jobs, newest first, ten at a time; `states` counts them by status.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'task.list_own',
    method: 'GET',
    path: '/api/task/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: TaskQuery,
    data: Type.Array(TaskJson),
    summary: 'Lists the own jobs, newest first, ten at a time; `states` counts them by status.',
    example: [{ ...EXAMPLE, channel_id: 0 }],
  }),
  ...jobEndpoints('task', '/api/task'),
] as const
