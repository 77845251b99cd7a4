/** What one process relays now and has relayed in the last minutes; several are added up. */
import type { ErrorFacts } from '../errors/error-facts'
import { LATENCY_SLOTS } from '../logs/latency'

/** Whole seconds that rates are reported for, the newest last. */
export const RATE_SECONDS = 120
export const RATES = ['calls', 'failed', 'refused', 'tokens', 'quota'] as const
export type Rate = (typeof RATES)[number]
export type Rates = Readonly<Record<Rate, readonly number[]>>

/** Calls that are shown of all that run, the oldest first. */
export const MOST_CALLS = 100
export const MOST_CHANNELS = 100
export const MOST_SPENDERS = 20

/** `choosing` has no answer and no question sent yet; `answering` has its first byte. */
export const CALL_STATES = ['choosing', 'asked', 'answering'] as const
export type CallState = (typeof CALL_STATES)[number]

export interface RunningCallFacts {
  readonly id: string
  readonly user_id: number
  readonly username: string
  /** 0 for the playground. */
  readonly token_id: number
  readonly token_name: string
  readonly model: string
  /** 0 before one is chosen. */
  readonly channel_id: number
  readonly channel_name: string
  /** Epoch milliseconds. */
  readonly started_at: number
  /** 0 before the first byte. */
  readonly first_byte_ms: number
  readonly state: CallState
  /** Channels tried so far. */
  readonly tries: number
  /** Of a stream so far, roughly; 0 where it is not known. */
  readonly output_tokens: number
}

export interface LastFailure {
  /** Epoch seconds. */
  readonly at: number
  readonly model: string
  readonly facts: ErrorFacts
}

export interface ChannelCounts {
  readonly id: number
  readonly name: string
  readonly in_flight: number
  readonly attempts: number
  readonly failed: number
  readonly latency: readonly number[]
  readonly last_failure: LastFailure | null
}

export interface SpenderCounts {
  readonly id: number
  readonly name: string
  /** Whose a token is; of a user, the same as the name. */
  readonly owner: string
  readonly calls: number
  readonly quota: number
}

export interface LiveReport {
  readonly in_flight: number
  /** Calls that ended and were refused since the process began. */
  readonly ended: number
  readonly calls: readonly RunningCallFacts[]
  /** Epoch seconds of the newest second reported. */
  readonly until: number
  readonly rates: Rates
  readonly channels: readonly ChannelCounts[]
  readonly users: readonly SpenderCounts[]
  readonly tokens: readonly SpenderCounts[]
}

/** All processes of a gateway as if they were one. */
export function mergedReport(reports: readonly LiveReport[]): LiveReport {
  const [only] = reports
  if (only !== undefined && reports.length === 1) return trimmed(only)
  const until = Math.max(0, ...reports.map((report) => report.until))
  return trimmed({
    in_flight: sumOf(reports, ({ in_flight }) => in_flight),
    ended: sumOf(reports, ({ ended }) => ended),
    calls: reports.flatMap(({ calls }) => calls),
    until,
    rates: addedRates(reports, until),
    channels: mergedBy(
      reports.flatMap(({ channels }) => channels),
      addedChannel,
    ),
    users: mergedBy(
      reports.flatMap(({ users }) => users),
      addedSpender,
    ),
    tokens: mergedBy(
      reports.flatMap(({ tokens }) => tokens),
      addedSpender,
    ),
  })
}

function trimmed(report: LiveReport): LiveReport {
  return {
    ...report,
    calls: report.calls.toSorted((a, b) => a.started_at - b.started_at).slice(0, MOST_CALLS),
    channels: report.channels.toSorted(byAttempts).slice(0, MOST_CHANNELS),
    users: report.users.toSorted(bySpend).slice(0, MOST_SPENDERS),
    tokens: report.tokens.toSorted(bySpend).slice(0, MOST_SPENDERS),
  }
}

export function bySpend(a: SpenderCounts, b: SpenderCounts): number {
  return b.quota - a.quota || b.calls - a.calls || a.id - b.id
}

export function byAttempts(a: ChannelCounts, b: ChannelCounts): number {
  return b.attempts - a.attempts || b.in_flight - a.in_flight || a.id - b.id
}

function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0)
}

/** Processes read their clocks one after the other: seconds are matched by their time. */
function addedRates(reports: readonly LiveReport[], until: number): Rates {
  const added = (rate: Rate): readonly number[] =>
    Array.from({ length: RATE_SECONDS }, (_, at) =>
      sumOf(reports, (report) => report.rates[rate][at + until - report.until] ?? 0),
    )
  return {
    calls: added('calls'),
    failed: added('failed'),
    refused: added('refused'),
    tokens: added('tokens'),
    quota: added('quota'),
  }
}

function mergedBy<Row extends { readonly id: number }>(
  rows: readonly Row[],
  add: (one: Row, other: Row) => Row,
): readonly Row[] {
  const byId = new Map<number, Row>()
  for (const row of rows) {
    const known = byId.get(row.id)
    byId.set(row.id, known === undefined ? row : add(known, row))
  }
  return [...byId.values()]
}

function addedSpender(one: SpenderCounts, other: SpenderCounts): SpenderCounts {
  return { ...one, calls: one.calls + other.calls, quota: one.quota + other.quota }
}

function addedChannel(one: ChannelCounts, other: ChannelCounts): ChannelCounts {
  const [first, second] = [one.last_failure, other.last_failure]
  return {
    ...one,
    in_flight: one.in_flight + other.in_flight,
    attempts: one.attempts + other.attempts,
    failed: one.failed + other.failed,
    latency: Array.from(
      { length: LATENCY_SLOTS },
      (_, slot) => (one.latency[slot] ?? 0) + (other.latency[slot] ?? 0),
    ),
    last_failure: (second?.at ?? 0) > (first?.at ?? 0) ? second : first,
  }
}
