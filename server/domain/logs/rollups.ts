/** What calls are counted by, and for how long the counts are stored. */

/** What has a page with its counts. */
export const SUBJECT_KINDS = ['channel', 'token', 'user', 'model'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** The same by the minute, for the last two days. */
export const MINUTE_KINDS = {
  channel: 'channel_minute',
  token: 'token_minute',
  user: 'user_minute',
  model: 'model_minute',
} as const satisfies Readonly<Record<SubjectKind, string>>

/** `site` is everything together; `key` is one of several keys of a channel. */
export const ROLLUP_KINDS = [
  'site',
  ...SUBJECT_KINDS,
  'key',
  ...Object.values(MINUTE_KINDS),
] as const
export type RollupKind = (typeof ROLLUP_KINDS)[number]

/** Stretches of time that a page shows. */
export const STAT_RANGES = ['5m', '15m', 'hour', 'day', 'week', 'month'] as const
export type StatRange = (typeof STAT_RANGES)[number]

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86_400

/** Twice the longest time that a page shows, to compare it with the one before; keys are not. */
export const ROLLUP_DAYS: Readonly<Record<RollupKind, number>> = {
  site: 8,
  channel: 62,
  token: 62,
  user: 62,
  model: 62,
  key: 31,
  channel_minute: 2,
  token_minute: 2,
  user_minute: 2,
  model_minute: 2,
}

/** So many attempts of a channel that fail one after the other are an outage. */
const LONG_STREAK = 20
/** And so many, where a channel that rests between them is tried but now and then. */
const SPARSE_STREAK = 5
const SPARSE_SECONDS = MINUTE

/** Whether attempts that failed in a row, over so many seconds, are an outage. */
export function isOutage(failed: number, seconds: number): boolean {
  return failed >= LONG_STREAK || (failed >= SPARSE_STREAK && seconds >= SPARSE_SECONDS)
}

/** A failure of an upstream, as its channel's page shows it. */
export interface RollupError {
  /** Epoch seconds of the newest. */
  readonly at: number
  /** Alike ones of the hour. */
  readonly count: number
  readonly model: string
  readonly request_id: string
  /** JSON of the facts; rendered in the reader's language. */
  readonly facts: string
}
