/**
 * Which counters of a limit count at a moment. Sliding windows are made of narrow counters, of
 * which each leaves as a whole, so that an event may count a little too long and never too short;
 * days, weeks and months have one each.
 */
import type { Limit, LimitWindow } from './limit'
import { type CalendarPeriod, periodAt, periodSince } from './zoned-time'

export interface Span {
  /** Epoch ms. Counters that begin before do not count any more. */
  readonly fromMs: number
  /** Epoch ms. Counters that begin then or later are of another time. */
  readonly untilMs: number
  /** Epoch ms of the counter for what is used now. */
  readonly counterMs: number
  /** How long after its beginning a counter leaves; `undefined` for those that never do. */
  readonly leavesMs: number | undefined
}

interface Sliding {
  readonly windowMs: number
  readonly counterMs: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const WINDOWS: Readonly<Record<LimitWindow, Sliding | CalendarPeriod | 'always'>> = {
  now: 'always',
  minute: { windowMs: MINUTE_MS, counterMs: 5 * SECOND_MS },
  '5h': { windowMs: 300 * MINUTE_MS, counterMs: 5 * MINUTE_MS },
  day: 'day',
  week: 'week',
  month: 'month',
  total: 'always',
}

const ALWAYS: Span = {
  fromMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.POSITIVE_INFINITY,
  counterMs: 0,
  leavesMs: undefined,
}

/** The last one of each limit: calendars are slow, and a day is long. */
const last = new WeakMap<object, Span>()

type Windowed = Pick<Limit, 'window' | 'zone' | 'startHour' | 'anchorMs' | 'opensAtUse'>

export function spanOf(limit: Windowed, nowMs: number): Span {
  const window = WINDOWS[limit.window]
  if (window === 'always') return limit.anchorMs === undefined ? ALWAYS : sinceSpan(limit.anchorMs)
  if (limit.opensAtUse) return usedSpan(limit.window, nowMs)
  if (typeof window === 'object' && limit.anchorMs === undefined) return slidingSpan(window, nowMs)
  const known = last.get(limit)
  if (known !== undefined && nowMs >= known.fromMs && nowMs < known.untilMs) return known
  const { startMs, endMs } =
    typeof window === 'object'
      ? blockAt(nowMs, limit.anchorMs ?? 0, window.windowMs)
      : limit.anchorMs === undefined
        ? periodAt(nowMs, window, limit)
        : periodSince(limit.anchorMs, nowMs, { unit: window, zone: limit.zone })
  const span = { fromMs: startMs, untilMs: endMs, counterMs: startMs, leavesMs: endMs - startMs }
  last.set(limit, span)
  return span
}

/** One counter for all that comes from an instant on. */
function sinceSpan(startMs: number): Span {
  return { ...ALWAYS, fromMs: startMs, counterMs: startMs }
}

/** Of windows of the same length that follow each other. */
function blockAt(nowMs: number, anchorMs: number, lengthMs: number) {
  const startMs = nowMs - ((((nowMs - anchorMs) % lengthMs) + lengthMs) % lengthMs)
  return { startMs, endMs: startMs + lengthMs }
}

const LENGTHS_MS: Readonly<Record<LimitWindow, number>> = {
  now: 0,
  minute: MINUTE_MS,
  '5h': 300 * MINUTE_MS,
  day: 1440 * MINUTE_MS,
  week: 7 * 1440 * MINUTE_MS,
  month: 30 * 1440 * MINUTE_MS,
  total: 0,
}

/** No counter begins before the one ahead of it is over, so all that count are the same window. */
function usedSpan(window: LimitWindow, nowMs: number): Span {
  const leavesMs = LENGTHS_MS[window]
  return { fromMs: nowMs - leavesMs + 1, untilMs: nowMs + leavesMs, counterMs: nowMs, leavesMs }
}

function slidingSpan({ windowMs, counterMs }: Sliding, nowMs: number): Span {
  const current = Math.floor(nowMs / counterMs) * counterMs
  return {
    fromMs: current - windowMs,
    // Clocks of several nodes differ a little; one that was wrong by years counts nothing.
    untilMs: current + windowMs,
    counterMs: current,
    leavesMs: windowMs + counterMs,
  }
}
