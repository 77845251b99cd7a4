/** When a rule would have fired, out of counts that are stored: by the evaluator itself. */
import { HOUR, MINUTE } from '../logs/rollups'
import { type CallCounts, countedValue, NO_CALLS } from './counted'
import type { CountedMeasure } from './measures'
import type { AlertCondition } from './rule'
import { judged, nextState, type SubjectState } from './state'

/** What was counted from `at` on, for a minute or an hour. */
export interface TimedCounts extends CallCounts {
  readonly at: number
}

export interface Past {
  readonly from: number
  readonly to: number
  /** Oldest first. */
  readonly hours: readonly TimedCounts[]
  readonly minutes: readonly TimedCounts[]
  /** From when on minutes are known: what is older is replayed by the hour. */
  readonly minutesFrom: number
  /** Credits an hour at the same time of other weeks, for a stretch that ends at `to`. */
  readonly usualAt: (stretch: { to: number; seconds: number }) => number | undefined
}

export interface PastFiring {
  readonly from: number
  /** 0 while it fires still. */
  readonly to: number
  readonly peak: number
}

export function replay(
  rule: AlertCondition & { readonly measure: CountedMeasure },
  past: Past,
): readonly PastFiring[] {
  const firings: PastFiring[] = []
  let state: SubjectState | undefined
  for (const { at, counts, seconds } of stepsOf(rule.window_s, past)) {
    const usual = past.usualAt({ to: at, seconds })
    const value = countedValue(rule.measure, { counts, seconds, minCalls: rule.min_calls, usual })
    const sample = value === undefined ? undefined : { subject: '', value, ...judged(rule, value) }
    const before = state
    const next = nextState(before, sample, { ...rule, now: at })
    state = next.state
    if (next.event === 'recovered' && before !== undefined) {
      firings.push({ from: before.since, to: before.clearSince || at, peak: before.peak })
    }
  }
  if (state?.state === 'firing') firings.push({ from: state.since, to: 0, peak: state.peak })
  return firings
}

interface Step {
  readonly at: number
  readonly counts: CallCounts
  readonly seconds: number
}

function* stepsOf(windowS: number, past: Past): Generator<Step> {
  const { from, to, hours, minutes, minutesFrom } = past
  const hourly = Math.max(windowS, HOUR)
  // A window of minutes is whole once it lies within what is known of them.
  const turn = Math.min(to, Math.max(from, minutesFrom + windowS))
  yield* sliding(hours, { from, to: turn, step: HOUR, seconds: hourly })
  yield* sliding(minutes, { from: turn, to, step: MINUTE, seconds: windowS })
}

interface Slide {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly seconds: number
}

/** Sums over the window before each step. */
function* sliding(
  rows: readonly TimedCounts[],
  { from, to, step, seconds }: Slide,
): Generator<Step> {
  let [first, next] = [0, 0]
  let counts: CallCounts = NO_CALLS
  for (let at = from - (from % step) + step; at <= to; at += step) {
    for (let row = rows[next]; row !== undefined && row.at < at; row = rows[++next]) {
      counts = added(counts, row, 1)
    }
    for (let row = rows[first]; row !== undefined && row.at < at - seconds; row = rows[++first]) {
      counts = added(counts, row, -1)
    }
    yield { at, counts, seconds }
  }
}

function added(counts: CallCounts, row: CallCounts, sign: 1 | -1): CallCounts {
  return {
    calls: counts.calls + sign * row.calls,
    failed: counts.failed + sign * row.failed,
    refused: counts.refused + sign * row.refused,
    quota: counts.quota + sign * row.quota,
    prompt_tokens: counts.prompt_tokens + sign * row.prompt_tokens,
    cached_tokens: counts.cached_tokens + sign * row.cached_tokens,
    latency: counts.latency.map((count, slot) => count + sign * (row.latency[slot] ?? 0)),
  }
}
