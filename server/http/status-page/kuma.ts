/** The status page in the shapes of Uptime Kuma, which dashboards of this family read. */
import type { KumaHeartbeats, KumaPage } from '../../domain/endpoints/status-page'
import { type Language, translate } from '../../domain/i18n/translate'
import { DAY } from '../../domain/logs/rollups'
import { type IncidentState, isOver } from '../../domain/status-page/incident'
import { titled } from '../../domain/status-page/incident-title'
import type { ServiceFigures, StatusFigures } from '../../domain/status-page/page'
import { type ServiceState, stateOf } from '../../domain/status-page/states'
import type { StatusPage } from '../../services/status-page/show'

/** Names are numbers there: the same one in every answer and after every start. */
export function kumaId(name: string): number {
  return Bun.hash.crc32(name) & 0x7fffffff
}

export const KUMA_SLUG = 'default'

const STATUS: Readonly<Record<Exclude<ServiceState, 'no_data'>, number>> = {
  outage: 0,
  operational: 1,
  degraded: 2,
  maintenance: 3,
}

const WORK_STATUS: Readonly<Partial<Record<IncidentState, string>>> = {
  scheduled: 'scheduled',
  in_progress: 'under-maintenance',
}

interface Facts {
  readonly title: string
  readonly icon: string
  readonly language: Language
}

export function kumaPage({ figures, incidents }: StatusPage, facts: Facts): KumaPage {
  const { title, icon, language } = facts
  const open = incidents
    .filter((incident) => !isOver(incident))
    .map((incident) => titled(incident, language))
  const [problem] = open.filter(({ kind }) => kind === 'incident')
  const groups = [
    { id: 1, name: translate(language, 'status_page.models'), list: figures.models },
    { id: 2, name: translate(language, 'status_page.groups'), list: figures.groups },
  ]
  return {
    config: { slug: KUMA_SLUG, title, description: '', icon, published: true },
    incident:
      problem === undefined
        ? null
        : {
            id: problem.id,
            style: problem.impact === 'critical' ? 'danger' : 'warning',
            title: problem.title,
            content: problem.updates[0]?.body ?? '',
            pin: true,
            createdDate: kumaTime(problem.starts_at),
            lastUpdatedDate: kumaTime(problem.updated_at),
          },
    publicGroupList: groups
      .filter(({ list }) => list.length > 0)
      .map(({ id, name, list }) => ({
        ...{ id, name, weight: id },
        monitorList: list.map((one) => ({
          id: kumaId(monitorName(id, one)),
          name: one.name,
          sendUrl: 0,
          type: 'push',
        })),
      })),
    maintenanceList: open
      .filter(({ kind }) => kind === 'maintenance')
      .map(({ id, title: name, state, updates }) => ({
        id,
        title: name,
        description: updates[0]?.body ?? '',
        status: WORK_STATUS[state] ?? 'ended',
      })),
  }
}

/** A group may have the name of a model. */
function monitorName(list: number, { name }: ServiceFigures): string {
  return list === 1 ? name : `group:${name}`
}

export function kumaHeartbeats({ figures }: StatusPage): KumaHeartbeats {
  const all = [
    ...figures.models.map((one) => [monitorName(1, one), one] as const),
    ...figures.groups.map((one) => [monitorName(2, one), one] as const),
  ]
  return {
    heartbeatList: Object.fromEntries(
      all.map(([name, one]) => [String(kumaId(name)), beatsOf(one, figures)]),
    ),
    uptimeList: Object.fromEntries(
      all.flatMap(([name, { day }]) =>
        day === null ? [] : [[`${kumaId(name)}_24`, Math.round(day * 100) / 10_000] as const],
      ),
    ),
  }
}

/** A beat for each day with calls, and one for now; the latter is the running day. */
function beatsOf({ days, state, p50_ms }: ServiceFigures, figures: StatusFigures) {
  const { from, thresholds, updated_at } = figures
  const beat = (shown: ServiceState, seconds: number, ping: number | null) =>
    shown === 'no_data' ? [] : [{ status: STATUS[shown], time: kumaTime(seconds), msg: '', ping }]
  const past = days.slice(0, -1).flatMap((percent, index) => {
    if (percent === null) return []
    const answered = { calls: 10_000, failed: 10_000 - percent * 100 }
    return beat(stateOf(answered, thresholds), from + (index + 1) * DAY, null)
  })
  return [...past, ...beat(state, updated_at, p50_ms)]
}

function kumaTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').replace('Z', '')
}
