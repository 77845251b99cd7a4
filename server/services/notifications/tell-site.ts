/** What happens to the site is sent to root, by root's own setting, and to contact points. */
import { allContactPoints, type ContactPointRow } from '../../../db/tables/contact-points'
import { firstRoot } from '../../../db/tables/users'
import { isSiteNotice, SITE_NOTICES } from '../../domain/notices/site-notices'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { listOf } from './contact-points/view'
import { type Delivery, deliverNotice } from './deliver'
import { deliverToPoint } from './deliver-to-point'
import type { Notice } from './notice'

/** From what is best to what is worst. */
const OUTCOMES: readonly Delivery[] = ['sent', 'held', 'too_soon']

/** Throws what `deliverNotice` throws, after everybody was notified who could be. */
export async function tellSite(deps: ServiceDeps, notice: Notice): Promise<Delivery> {
  const { reader } = deps.db
  const root = await firstRoot(reader)
  if (root === undefined) return 'no_way'
  const options = await optionValues(reader)
  const severity = notice.severity ?? defaultSeverity(notice.type)
  const ranked = { ...notice, severity }
  const all = (await allContactPoints(reader)).filter(({ enabled }) => enabled === 1)
  const points = all.filter((point) => wants(point, ranked))
  const { severity: _, recovered: __, ...plain } = notice
  const outcomes = await Promise.allSettled([
    deliverNotice(deps, options, { user: root, notice: plain, matters: all.length === 0 }),
    ...points.map((point) => deliverToPoint(deps, { root, point, notice: ranked })),
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const deliveries = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return OUTCOMES.find((outcome) => deliveries.includes(outcome)) ?? 'no_way'
}

function defaultSeverity(type: string) {
  return isSiteNotice(type) ? SITE_NOTICES[type] : 'info'
}

function wants(
  { severities, types, recoveries }: ContactPointRow,
  { severity = 'info', type, recovered = false }: Notice,
): boolean {
  const wanted = listOf(types)
  const isOfType = wanted.length === 0 || wanted.includes(type)
  return isOfType && listOf(severities).includes(severity) && (!recovered || recoveries === 1)
}
