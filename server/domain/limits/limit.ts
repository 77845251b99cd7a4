/**
 * Limits: how much a token, user, group, channel, member or project may use within a window. An
 * organisation is limited as a user. A call passes when every limit of its subjects lets it.
 */
import { isMoney, isOfRunning, LIMIT_KIND_ROWS, LIMIT_KINDS, type LimitKind } from './kinds'

export const LIMIT_SUBJECTS = ['token', 'user', 'group', 'channel', 'member', 'project'] as const
export type LimitSubject = (typeof LIMIT_SUBJECTS)[number]

/** `now` is for what runs at the same time, and for nothing else. */
export const LIMIT_WINDOWS = ['now', 'minute', '5h', 'day', 'week', 'month', 'total'] as const
export type LimitWindow = (typeof LIMIT_WINDOWS)[number]

/** Who has set a limit. Both may set the same one, and then both hold. */
export type LimitSetter = 'admin' | 'owner'

export interface Limit {
  readonly id: number
  readonly subject: LimitSubject
  /** Id of a token, a user or a channel; name of a group. */
  readonly key: string
  readonly kind: LimitKind
  readonly window: LimitWindow
  /** Requests, tokens, calls or credits. */
  readonly amount: number
  /** IANA name of the time zone in which days, weeks and months begin. */
  readonly zone: string
  /** Hour of the day at which they begin, 0 to 23. */
  readonly startHour: number
  readonly setBy: LimitSetter
  /** Name of the plan whose window it is; absent for limits. */
  readonly plan?: string
  /** Epoch ms from which its windows follow each other; absent where the calendar says it. */
  readonly anchorMs?: number
  /** A window begins when it is used first, and another when that one is over. */
  readonly opensAtUse?: boolean
}

/** What a call has counted of a limit, and in which of its counters. */
export interface Mark {
  readonly limitId: number
  readonly kind: LimitKind
  /** Epoch ms at which the counter begins. */
  readonly startMs: number
  readonly amount: number
}

/** How far a limit is used. */
export interface LimitUsage {
  readonly limit: Limit
  readonly used: number
  /** Epoch ms at which it counts anew, or has room again; `undefined` when no time helps. */
  readonly resetMs: number | undefined
}

/** The limits that are set, by their subjects; `undefined` for those that have none. */
export interface LimitIndex {
  readonly of: (subject: LimitSubject, key: string | number) => readonly Limit[] | undefined
  /** A limit that stops the subject now, as far as this process has seen; asks no database. */
  readonly spent: (
    subject: LimitSubject,
    key: string | number,
    nowMs: number,
  ) => LimitUsage | undefined
}

/** Whether a window goes with a kind. */
export function isLimitWindow(kind: LimitKind, window: LimitWindow): boolean {
  return isOfRunning(kind) === (window === 'now')
}

/** The window of a limit for which none is chosen. */
export function usualWindow(kind: LimitKind): LimitWindow {
  if (isOfRunning(kind)) return 'now'
  return isMoney(kind) ? 'day' : 'minute'
}

/** Whether a limit comes to its end by the minute; what lasts longer is no matter of waiting. */
export function isRate({ window }: Pick<Limit, 'window'>): boolean {
  return window === 'minute' || window === 'now'
}

const KIND_OF: Readonly<Record<string, LimitKind>> = Object.fromEntries(
  LIMIT_KINDS.map((kind) => [LIMIT_KIND_ROWS[kind].letter, kind]),
)

/** As a reservation keeps it. */
export function markRow({ limitId, kind, startMs, amount }: Mark): readonly unknown[] {
  return [limitId, LIMIT_KIND_ROWS[kind].letter, startMs, amount]
}

/** Rows that are no marks are left out. */
export function marksOf(rows: readonly unknown[]): readonly Mark[] {
  const marks: Mark[] = []
  for (const row of rows) {
    const [limitId, letter, startMs, amount] = Array.isArray(row) ? row : []
    const kind = KIND_OF[String(letter)]
    if (kind === undefined || ![limitId, startMs, amount].every(Number.isSafeInteger)) continue
    marks.push({ limitId, kind, startMs, amount })
  }
  return marks
}
