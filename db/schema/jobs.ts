/** Work that providers do for a while, and the two tables in which people see it. */
import type { Generated } from 'kysely'
import type { JobFamily } from '../../server/domain/jobs/families'
import type { JobState } from '../../server/domain/jobs/states'

/** Drawings, as their lists show them. Times are epoch milliseconds, as on the wire. */
export interface MidjourneysTable {
  id: Generated<number>
  code: number
  user_id: number
  action: string
  mj_id: string
  prompt: string
  prompt_en: string
  description: string
  state: string
  submit_time: number
  start_time: number
  finish_time: number
  image_url: string
  status: string
  progress: string
  fail_reason: string
  channel_id: number
  quota: number
  buttons: string
  properties: string
}

/** Music and videos, as their lists show them. Times are epoch seconds, as on the wire. */
export interface TasksTable {
  id: Generated<number>
  created_at: number
  updated_at: number
  task_id: string
  platform: string
  user_id: number
  channel_id: number
  quota: number
  action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  progress: string
  properties: string
  data: string
}

/** What the machine knows of a job; its id is `mj_id` or `task_id` of what people see. */
export interface JobsTable {
  id: string
  family: JobFamily
  /** Which module speaks with it; a name that a later version may not know any more. */
  provider: string
  action: string
  state: JobState
  /** Whose submission it is while nobody else may take it for lost. */
  node: string
  user_id: number
  /** 0 for none. */
  token_id: number
  channel_id: number
  /** Credits held, and what was charged once it has ended. */
  quota: number
  /** Of a hundred. */
  progress: number
  /** Distinguishes keys without being one. */
  key_hash: string
  /** As the provider gave it; "" before it has. */
  upstream_id: string
  /** Secret part of the address at which the provider may say that something has changed. */
  hook: string
  /** Where its user wants to be notified of the end; "" for nowhere. */
  notify: string
  fail_reason: string
  created_at: number
  /** 0 before its work has begun. */
  started_at: number
  /** 0 before its end. */
  ended_at: number
  deadline_at: number
  /** When its results are forgotten; 0 before its end, and for never. */
  expires_at: number
  /** When the provider is polled next; 0 when it is not. */
  poll_at: number
  /** Nobody else asks before then; 0 for nobody asks. */
  claimed_until: number
  /** How often it was polled. */
  polls: number
  /** When its user is notified next; 0 when that is done. */
  notify_at: number
  /** How often that was tried. */
  notified: number
  /** JSON: what its end is billed by. */
  terms: string
  /** JSON: what was requested. */
  asked: string
  /** JSON: what the provider said last. */
  seen: string
}
