/** Calendar arithmetic in a time zone: where the local day, week or month began. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type CalendarPeriod = 'day' | 'week' | 'month'

export interface Period {
  /** Epoch ms. */
  readonly startMs: number
  /** Epoch ms of the next one's start. */
  readonly endMs: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The usual name of a time zone; `undefined` for what is none. */
export function zoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The period around an instant, of days that begin at an hour of a zone. Weeks begin on Monday. */
export function periodAt(
  nowMs: number,
  period: CalendarPeriod,
  { zone, startHour }: { readonly zone: string; readonly startHour: number },
): Period {
  const shiftMs = startHour * HOUR_MS
  // The wall clock as if it were UTC, moved so that days begin at its midnight.
  const day = Math.floor((nowMs + offsetAt(nowMs, zone) - shiftMs) / DAY_MS)
  const [first, next] = daysOf(period, day)
  const instant = (of: number) => instantOf(of * DAY_MS + shiftMs, zone)
  return { startMs: instant(first), endMs: instant(next) }
}

/** Minutes since midnight, as the zone's clocks show them. */
export function minuteOfDay(ms: number, zone: string): number {
  const { hour, minute } = wallAt(ms, zone)
  return hour * 60 + minute
}

/** The next instant, in epoch ms, at which the zone's clocks show a minute of the day. */
export function nextAtMinute(ms: number, minute: number, zone: string): number {
  const day = Math.floor((ms + offsetAt(ms, zone)) / DAY_MS)
  const today = instantOf(day * DAY_MS + minute * MINUTE_MS, zone)
  return today > ms ? today : instantOf((day + 1) * DAY_MS + minute * MINUTE_MS, zone)
}

/** Units that calendars count in. A year is twelve months. */
export type CalendarUnit = CalendarPeriod | 'hour'

interface Counted {
  readonly unit: CalendarUnit
  readonly zone: string
  readonly count?: number
}

/**
 * So many units later by the zone's clocks: the same time of day, and in a month that is too
 * short its last day.
 */
export function laterBy(ms: number, units: number, { unit, zone }: Omit<Counted, 'count'>): number {
  if (unit === 'hour') return ms + units * HOUR_MS
  const wallMs = ms + offsetAt(ms, zone)
  if (unit !== 'month') {
    return instantOf(wallMs + units * (unit === 'week' ? 7 : 1) * DAY_MS, zone)
  }
  const date = new Date(wallMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + units]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return instantOf(Date.UTC(year, month, day) + (wallMs - startOfDay(wallMs)), zone)
}

function startOfDay(wallMs: number): number {
  return Math.floor(wallMs / DAY_MS) * DAY_MS
}

const ABOUT_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30.4375 * DAY_MS } as const

/** The period around an instant, of periods that follow each other from an instant on. */
export function periodSince(anchorMs: number, nowMs: number, counted: Counted): Period {
  const { unit, count = 1 } = counted
  const at = (index: number) => laterBy(anchorMs, index * count, counted)
  let index = Math.floor((nowMs - anchorMs) / (ABOUT_MS[unit] * count))
  while (at(index) > nowMs) index -= 1
  while (at(index + 1) <= nowMs) index += 1
  return { startMs: at(index), endMs: at(index + 1) }
}

/** First day of the period and of the next one, as days since 1970. */
function daysOf(period: CalendarPeriod, day: number): readonly [number, number] {
  if (period === 'day') return [day, day + 1]
  if (period === 'week') {
    // 1970 began on a Thursday.
    const monday = day - ((((day + 3) % 7) + 7) % 7)
    return [monday, monday + 7]
  }
  const date = new Date(day * DAY_MS)
  const monthStart = (months: number) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS
  return [monthStart(0), monthStart(1)]
}

/** Which instant a wall clock shows; of two the first, and for a time that is skipped its gap. */
function instantOf(wallMs: number, zone: string): number {
  const before = wallMs - offsetAt(wallMs - DAY_MS, zone)
  if (offsetAt(before, zone) === wallMs - before) return before
  const after = wallMs - offsetAt(wallMs + DAY_MS, zone)
  return offsetAt(after, zone) === wallMs - after ? after : before
}

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offsetAt(ms: number, zone: string): number {
  const { year, month, day, hour, minute, second } = wallAt(ms, zone)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(ms / 1000) * 1000
}

interface Wall {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

function wallAt(ms: number, zone: string): Wall {
  const wall = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatOf(zone).formatToParts(ms)) {
    if (type in wall) wall[type as keyof typeof wall] = Number(value)
  }
  return wall
}

/** `2026-11-23 06:00`, as the zone's clocks show it. */
export function wallText(ms: number, zone: string): string {
  const { year, month, day, hour, minute } = wallAt(ms, zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}
