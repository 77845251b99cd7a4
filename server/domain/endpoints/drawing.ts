/** Drawing jobs. */
import { Type } from '@sinclair/typebox'
import { JOB_SORTS } from '../jobs/job-sorts'
import { endpoint, OptionalInteger, OptionalText, sortedBy } from './endpoint'
import { JobResultJson, jobEndpoints } from './job'

const DrawingJson = Type.Object({
  id: Type.Integer(),
  code: Type.Integer(),
  user_id: Type.Integer(),
  action: Type.String(),
  mj_id: Type.String(),
  prompt: Type.String(),
  prompt_en: Type.String(),
  description: Type.String(),
  state: Type.String(),
  /** Epoch milliseconds, as the next two. */
  submit_time: Type.Integer(),
  start_time: Type.Integer(),
  finish_time: Type.Integer(),
  image_url: Type.String(),
  status: Type.String(),
  /** "50%". */
  progress: Type.String(),
  fail_reason: Type.String(),
  /** 0 for users. */
  channel_id: Type.Integer(),
  quota: Type.Integer(),
  /** Where what it has made can be had, for a while. */
  results: Type.Array(JobResultJson),
  /** JSON text, as the next one. */
  buttons: Type.String(),
  properties: Type.String(),
})

const EXAMPLE = {
  id: 2,
  code: 1,
  user_id: 7,
  action: 'IMAGINE',
  mj_id: '1712800000000123',
  prompt: 'a cat',
  prompt_en: 'a cat',
  description: 'Submit success',
  state: '',
  submit_time: 1_712_800_000_000,
  start_time: 1_712_800_001_000,
  finish_time: 0,
  image_url: '',
  status: 'IN_PROGRESS',
  progress: '50%',
  fail_reason: '',
  channel_id: 12,
  quota: 50_000,
  results: [],
  buttons: '[]',
  properties: '{}',
}

/** Times in milliseconds; `p` counts from 0. */
const OwnQuery = Type.Composite([
  sortedBy(JOB_SORTS),
  Type.Object({
    p: OptionalInteger,
    page_size: OptionalInteger,
    mj_id: OptionalText,
    status: OptionalText,
    start_timestamp: OptionalInteger,
    end_timestamp: OptionalInteger,
  }),
])

export const drawingEndpoints = [
  endpoint({
    id: 'drawing.list',
    method: 'GET',
    path: '/api/mj/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([OwnQuery, Type.Object({ channel_id: OptionalInteger })]),
    data: Type.Array(DrawingJson),
    summary: 'Lists drawing jobs, newest first, ten at a time; `states` counts them by status.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'drawing.list_own',
    method: 'GET',
    path: '/api/mj/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: OwnQuery,
    data: Type.Array(DrawingJson),
    summary:
      'Lists the own drawing jobs, newest first, ten at a time; `states` counts them by status.',
    example: [{ ...EXAMPLE, channel_id: 0 }],
  }),
  ...jobEndpoints('drawing', '/api/mj'),
] as const
