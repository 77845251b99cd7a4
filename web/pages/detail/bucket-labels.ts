import type { Language } from '../../../server/domain/i18n/translate'
import { LOCALES } from '../../../server/domain/text/formats'
import type { ChartBuckets } from '../../components/chart/chart'
import { bucketNamer, type Unit } from './buckets'

const DAY = 24 * 3600
const WEEK = 7 * DAY

interface LabelFrame {
  readonly unit: Unit
  readonly timeZone: string
  readonly language: Language
  /** Epoch seconds; the bucket that it falls into is still running. */
  readonly now: number
}

/** Names of buckets for people: hours by the clock, days and weeks by the calendar. */
export function bucketLabels(buckets: readonly number[], frame: LabelFrame): ChartBuckets {
  const here = bucketNamer(frame.unit, frame.timeZone)(frame.now)
  const running = buckets.indexOf(here)
  return { ...namesOf(buckets, frame), running: running < 0 ? undefined : running }
}

function namesOf(buckets: readonly number[], frame: LabelFrame): ChartBuckets {
  const { unit, language } = frame
  // Days and weeks are dates already, written as if everybody lived in UTC.
  const timeZone = unit === 'hour' ? frame.timeZone : 'UTC'
  const formatted = (options: Intl.DateTimeFormatOptions): ((seconds: number) => string) => {
    const format = new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options })
    return (seconds) => format.format(new Date(seconds * 1000))
  }
  const day = formatted({ month: 'numeric', day: 'numeric' })
  const date = formatted({ dateStyle: 'medium' })
  if (unit === 'day') return { ticks: buckets.map(day), titles: buckets.map(date) }
  if (unit === 'week') {
    const weekTitle = (monday: number): string => `${date(monday)} – ${date(monday + WEEK - DAY)}`
    return { ticks: buckets.map(day), titles: buckets.map(weekTitle) }
  }
  const clock = formatted({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const last = (buckets.at(-1) ?? 0) - (buckets[0] ?? 0)
  const tick = last > DAY ? (at: number): string => `${day(at)} ${clock(at)}` : clock
  return { ticks: buckets.map(tick), titles: buckets.map((at) => `${date(at)} ${clock(at)}`) }
}
