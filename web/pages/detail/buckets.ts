/** Hours of usage put into the hours, days and weeks of the viewer's own calendar. */
export const UNITS = ['hour', 'day', 'week'] as const
export type Unit = (typeof UNITS)[number]

export interface Span {
  /** Epoch seconds, both ends included. */
  readonly from: number
  readonly to: number
}

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** The epoch began on a Thursday, three days after a Monday. */
const DAYS_AFTER_MONDAY = 3

export const UNIT_SECONDS: Readonly<Record<Unit, number>> = { hour: HOUR, day: DAY, week: WEEK }

/**
 * Names the bucket of a time. Hours are named by the second they begin at. Days and weeks are
 * dates, named by the second at which that date begins in UTC wherever the viewer is, so that
 * days of 23 or 25 hours need no thought.
 */
export function bucketNamer(unit: Unit, timeZone: string): (seconds: number) => number {
  if (unit === 'hour') return (seconds) => seconds - (seconds % HOUR)
  const dateOf = calendar(timeZone)
  if (unit === 'day') return dateOf
  return (seconds) => {
    const date = dateOf(seconds)
    return date - ((date / DAY + DAYS_AFTER_MONDAY) % 7) * DAY
  }
}

/** Every bucket from the first time to the last, empty ones too. */
export function bucketsOf({ from, to }: Span, unit: Unit, timeZone: string): number[] {
  const nameOf = bucketNamer(unit, timeZone)
  const first = nameOf(from)
  const count = Math.floor((nameOf(to) - first) / UNIT_SECONDS[unit]) + 1
  return Array.from(
    { length: Math.max(0, count) },
    (_, index) => first + index * UNIT_SECONDS[unit],
  )
}

/** Caches hours: computing a zoned date is slow, and each model needs it again. */
function calendar(timeZone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const known = new Map<number, number>()
  return (seconds) => {
    const remembered = known.get(seconds)
    if (remembered !== undefined) return remembered
    const parts = format.formatToParts(new Date(seconds * 1000))
    const numberOf = (type: 'year' | 'month' | 'day'): number =>
      Number(parts.find((part) => part.type === type)?.value)
    const date = Date.UTC(numberOf('year'), numberOf('month') - 1, numberOf('day')) / 1000
    known.set(seconds, date)
    return date
  }
}
