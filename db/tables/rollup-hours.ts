/** Credits by the hour, to compare an hour with the same one of other weeks. */
import type { SubjectKind } from '../../server/domain/logs/rollups'
import type { Lists } from '../lists'

export interface HourQuota {
  /** "" for the site. */
  readonly subject: string
  readonly at: number
  readonly quota: number
}

/** Beginnings of hours, or a stretch of which `to` is not included. */
export type HoursOf =
  | { readonly at: readonly number[] }
  | { readonly from: number; readonly to: number }

export async function hourQuotas(
  lists: Lists,
  kind: SubjectKind,
  { subjects, hours }: { readonly subjects: readonly string[]; readonly hours: HoursOf },
): Promise<HourQuota[]> {
  if (subjects.length === 0) return []
  const rows = await quotas(lists, kind, hours)
    .select(['subject', 'at', 'quota'])
    .where('subject', 'in', subjects)
    .execute()
  return rows.map(({ subject, at, quota }) => ({ subject, at: Number(at), quota: Number(quota) }))
}

/** Of all models together: what is charged is charged for one of them. */
export async function siteHourQuotas(lists: Lists, hours: HoursOf): Promise<HourQuota[]> {
  const rows = await quotas(lists, 'model', hours)
    .select((e) => ['at', e.cast<number>(e.fn.sum('quota'), 'bigint').as('quota')])
    .groupBy('at')
    .execute()
  return rows.map(({ at, quota }) => ({ subject: '', at: Number(at), quota: Number(quota) }))
}

function quotas(lists: Lists, kind: SubjectKind, hours: HoursOf) {
  const rows = lists.selectFrom('rollups').where('kind', '=', kind)
  if ('at' in hours) return rows.where('at', 'in', hours.at)
  return rows.where('at', '>=', hours.from).where('at', '<', hours.to)
}

/** The first hour in which anything was counted, of each subject that has one. */
export async function firstHours(
  lists: Lists,
  kind: SubjectKind,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (subjects.length === 0) return new Map()
  const rows = await lists
    .selectFrom('rollups')
    .select((e) => ['subject', e.fn.min('at').as('at')])
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, at }) => [subject, Number(at)]))
}

/** Of all together; `undefined` before the first. */
export async function firstHour(lists: Lists): Promise<number | undefined> {
  const row = await lists
    .selectFrom('rollups')
    .select('at')
    .where('kind', '=', 'model')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.at)
}
