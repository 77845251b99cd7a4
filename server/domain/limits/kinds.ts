/**
 * What limits count, a row per kind. The ledger, the headers, the commands, the forms and the
 * notices derive from these rows, so a row and its texts are all that a new kind needs. Their order
 * is that of forms and help.
 */

/** What a call takes of a limit when it begins. */
export type LimitMeasure = 'calls' | 'tokens' | 'credits'

export type LimitAmounts = Readonly<Record<LimitMeasure, number>>

/** What a call has used in the end. */
export interface FinalUse {
  readonly tokens: number
  readonly credits: number
  /** Nothing was sent to an upstream: it does not even count as a request. */
  readonly isUnused: boolean
}

export interface LimitKindRow {
  /** Names the kind in stored marks. Unique, and never changed. */
  readonly letter: string
  readonly counts: LimitMeasure
  /** Of calls that run now, or of all calls within a window of time. */
  readonly of: 'running' | 'window'
  /** What stays counted of a call that has ended; `counted` is what it was counted for so far. */
  readonly final: (counted: number, used: FinalUse) => number
  /** Unit of the amounts in `GET /v1/token/usage`. */
  readonly unit: string
  /** What the rate limit headers of vendors call it; `undefined` for what they have no name for. */
  readonly header: string | undefined
}

const ROWS = {
  budget: {
    letter: 'b',
    counts: 'credits',
    of: 'window',
    final: (_counted, { credits }) => credits,
    unit: 'usd',
    header: undefined,
  },
  requests: {
    letter: 'r',
    counts: 'calls',
    of: 'window',
    final: (counted, { isUnused }) => (isUnused ? 0 : counted),
    unit: 'requests',
    header: 'requests',
  },
  tokens: {
    letter: 't',
    counts: 'tokens',
    of: 'window',
    final: (_counted, { tokens }) => tokens,
    unit: 'tokens',
    header: 'tokens',
  },
  concurrency: {
    letter: 'c',
    counts: 'calls',
    of: 'running',
    final: () => 0,
    unit: 'calls',
    header: undefined,
  },
} as const satisfies Readonly<Record<string, LimitKindRow>>

export type LimitKind = keyof typeof ROWS

export const LIMIT_KIND_ROWS: Readonly<Record<LimitKind, LimitKindRow>> = ROWS

export const LIMIT_KINDS = Object.keys(ROWS) as readonly LimitKind[]

/** What forms offer where nothing is chosen. */
export const DEFAULT_LIMIT_KIND: LimitKind = 'budget'

/** Whether amounts are credits, which people read and write as dollars. */
export function isMoney(kind: LimitKind): boolean {
  return LIMIT_KIND_ROWS[kind].counts === 'credits'
}

/** Whether it counts what runs at the same time. */
export function isOfRunning(kind: LimitKind): boolean {
  return LIMIT_KIND_ROWS[kind].of === 'running'
}

/**
 * Whether a call holds an estimate of it, of which most is given back when the call ends; a call
 * that is counted is one call in any case.
 */
export function isEstimated(kind: LimitKind): boolean {
  return LIMIT_KIND_ROWS[kind].counts !== 'calls'
}
