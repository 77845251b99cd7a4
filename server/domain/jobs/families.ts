/** What jobs make. A family has one table, one set of words for its states, and one pace. */
import type { JobState } from './states'

export const JOB_FAMILIES = ['drawing', 'music', 'video'] as const
export type JobFamily = (typeof JOB_FAMILIES)[number]

/** Tables that people see jobs in; the machine's own facts are in `jobs`. */
export type JobTable = 'midjourneys' | 'tasks'

export interface JobFamilyRow {
  readonly table: JobTable
  /** How the family's lists and clients call each state. */
  readonly statuses: Readonly<Record<JobState, string>>
  /** Ids that clients get; they tell nothing of the provider's. */
  readonly id: { readonly prefix: string; readonly length: number; readonly alphabet: string }
  /** Nobody waits longer for the end. */
  readonly longestMs: number
  /** The first question comes after so long; each pause is twice the one before. */
  readonly firstPollMs: number
  readonly longestPollMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DIGITS = '0123456789'
const HEX = '0123456789abcdef'

const TASK_STATUSES: JobFamilyRow['statuses'] = {
  submitting: 'NOT_START',
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  waiting: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'FAILURE',
  timed_out: 'FAILURE',
  lost: 'FAILURE',
}

export const JOB_FAMILY_ROWS: Readonly<Record<JobFamily, JobFamilyRow>> = {
  drawing: {
    table: 'midjourneys',
    statuses: {
      submitting: 'NOT_START',
      queued: 'SUBMITTED',
      running: 'IN_PROGRESS',
      waiting: 'MODAL',
      succeeded: 'SUCCESS',
      failed: 'FAILURE',
      cancelled: 'FAILURE',
      timed_out: 'FAILURE',
      lost: 'FAILURE',
    },
    // Front ends of the family read a number of sixteen digits.
    id: { prefix: '1', length: 15, alphabet: DIGITS },
    longestMs: HOUR_MS,
    firstPollMs: 3_000,
    longestPollMs: 15_000,
  },
  music: {
    table: 'tasks',
    statuses: TASK_STATUSES,
    id: { prefix: '', length: 32, alphabet: HEX },
    longestMs: HOUR_MS,
    firstPollMs: 5_000,
    longestPollMs: 15_000,
  },
  video: {
    table: 'tasks',
    statuses: TASK_STATUSES,
    id: { prefix: 'video_', length: 32, alphabet: HEX },
    longestMs: 3 * HOUR_MS,
    firstPollMs: 3_000,
    longestPollMs: 20_000,
  },
}
