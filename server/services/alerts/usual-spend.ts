/** Credits an hour that are usual at this time of the week. */
import {
  firstHour,
  firstHours,
  type HourQuota,
  type HoursOf,
  hourQuotas,
  siteHourQuotas,
} from '../../../db/tables/rollup-hours'
import { usageSums } from '../../../db/tables/usage-facts'
import {
  type Stretch,
  USUAL_WEEKS,
  usualHours,
  usualPerHour,
  WEEK,
} from '../../domain/alerts/usual'
import { HOUR } from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'
import type { CountedRule } from './window-counts'

export type UsualOf = (subject: string, stretch: Stretch) => number | undefined

/** For a stretch that ends now. */
export async function usualNow(
  deps: ServiceDeps,
  rule: CountedRule,
  { subjects, stretch }: { readonly subjects: readonly string[]; readonly stretch: Stretch },
): Promise<UsualOf> {
  return await usualFrom(deps, rule, { subjects, hours: { at: usualHours(stretch) } })
}

/** For stretches that end within a span. */
export async function usualWithin(
  deps: ServiceDeps,
  rule: CountedRule,
  span: { readonly subject: string; readonly from: number; readonly to: number },
): Promise<UsualOf> {
  const from = span.from - USUAL_WEEKS * WEEK - rule.window_s - HOUR
  const hours = { from: from - (from % HOUR), to: span.to }
  return await usualFrom(deps, rule, { subjects: [span.subject], hours })
}

interface SubjectHours {
  readonly subjects: readonly string[]
  readonly hours: HoursOf
}

async function usualFrom(
  deps: ServiceDeps,
  rule: CountedRule,
  { subjects, hours }: SubjectHours,
): Promise<UsualOf> {
  const { lists } = deps.db
  const { scope } = rule
  const isRolledUp = scope !== 'site' && scope !== 'group'
  const first = isRolledUp ? await firstHours(lists, scope, subjects) : await firstHour(lists)
  const rows = await quotasOf(deps, rule, { subjects, hours })
  const bySubject = new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      new Map(own.map(({ at, quota }) => [at, quota])),
    ]),
  )
  return (subject, stretch) => {
    const firstAt = typeof first === 'object' ? first.get(subject) : first
    return usualPerHour(bySubject.get(subject) ?? new Map(), stretch, firstAt)
  }
}

async function quotasOf(
  { db: { lists } }: ServiceDeps,
  { scope }: CountedRule,
  { subjects, hours }: SubjectHours,
): Promise<readonly HourQuota[]> {
  if (scope === 'site') return await siteHourQuotas(lists, hours)
  if (scope !== 'group') return await hourQuotas(lists, scope, { subjects, hours })
  const spans = 'at' in hours ? hours.at.map((from) => ({ from, to: from + HOUR })) : [hours]
  const found = await Promise.all(
    spans.map(async ({ from, to }) => {
      const bucket = { seconds: HOUR, from }
      const only = { group: subjects }
      const question = { step: HOUR, from, to, only, by: ['group'], bucket, waits: false } as const
      const sums = await usageSums(lists, question)
      return sums.map(({ key: [subject = ''], quota, bucket: number }) => {
        return { subject, quota, at: from + number * HOUR }
      })
    }),
  )
  return found.flat()
}
