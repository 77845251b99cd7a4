import type { Language } from '../../../server/domain/i18n/translate'
import { LOCALES } from '../../../server/domain/text/formats'
import type { ChartBuckets } from '../chart/chart'

export interface BucketSpan {
  readonly buckets: readonly { readonly at: number }[]
  /** Seconds. */
  readonly step: number
  readonly now: number
}

const DAY = 86_400

/** Names of stretches of time as the reader's clock and calendar have them. */
export function bucketNames({ buckets, step, now }: BucketSpan, language: Language): ChartBuckets {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(LOCALES[language], options)
    return (seconds: number): string => made.format(new Date(seconds * 1000))
  }
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = format({ month: 'numeric', day: 'numeric' })
  const date = format({ dateStyle: 'medium' })
  const span = step * buckets.length
  const tick = span > DAY ? day : clock
  const running = buckets.findIndex(({ at }) => at <= now && now < at + step)
  const titleOf = (at: number): string =>
    step >= DAY ? date(at) : `${date(at)} ${clock(at)} – ${clock(at + step)}`
  return {
    ticks: buckets.map(({ at }) => tick(at)),
    titles: buckets.map(({ at }) => titleOf(at)),
    running: running < 0 ? undefined : running,
  }
}
