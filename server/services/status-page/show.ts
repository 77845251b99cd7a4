/**
 * The status page, cached in memory: strangers read it, and however often they ask, the database
 * is queried a few times a minute.
 */
import { availabilityPoints } from '../../../db/tables/availability'
import { nowSeconds } from '../../clock'
import { DAY, HOUR } from '../../domain/logs/rollups'
import type { OptionValues } from '../../domain/options'
import type { StatusFigures } from '../../domain/status-page/page'
import { monotonicMs } from '../../domain/time-source'
import { listIncidentPage } from '../incidents/list'
import type { IncidentView } from '../incidents/view'
import { optionValues, usableGroupsOf } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { addDays, type CountedDays, noDays } from './days'
import { statusFigures } from './figures'

const KEPT_MS = 15_000
/** Days that are over are read again now and then: their last counts come a little later. */
const PAST_KEPT_S = HOUR
/** Incidents that are over stay on the page and in the feed. */
const INCIDENT_DAYS = 30
const MOST_INCIDENTS = 50

export interface StatusPage {
  readonly figures: StatusFigures
  /** The newest first. */
  readonly incidents: readonly IncidentView[]
}

interface CachedPage {
  /** What it depends on apart from the database. */
  readonly key: string
  readonly atMs: number
  readonly page: Promise<StatusPage>
}

/** What the process has read last. */
export interface StatusMemory {
  cached: CachedPage | undefined
  past: { readonly key: string; readonly days: CountedDays } | undefined
}

/** At most a quarter of a minute old, and read once however many want it. */
export async function showStatusPage(
  deps: ServiceDeps,
  memory: StatusMemory,
  inForce?: OptionValues,
): Promise<StatusPage> {
  const options = inForce ?? (await optionValues(deps.db.reader))
  const key = keyOf(options)
  const nowMs = monotonicMs(deps.clock)
  const { cached } = memory
  if (cached?.key === key && nowMs - cached.atMs < KEPT_MS) return await cached.page
  const page = readPage(deps, memory, options)
  const fresh = { key, atMs: nowMs, page }
  memory.cached = fresh
  page.catch(() => {
    if (memory.cached === fresh) memory.cached = undefined
  })
  return await page
}

function keyOf(options: OptionValues): string {
  const { GroupRatio, UserUsableGroups, StatusPageGroupsEnabled, ...others } = options
  return JSON.stringify([
    Object.keys(GroupRatio),
    Object.keys(UserUsableGroups),
    StatusPageGroupsEnabled,
    others.StatusPageWindowMinutes,
    others.StatusPageMinCalls,
    others.StatusPageDegradedPercent,
    others.StatusPageOutagePercent,
  ])
}

async function readPage(
  deps: ServiceDeps,
  memory: StatusMemory,
  options: OptionValues,
): Promise<StatusPage> {
  const since = (nowSeconds(deps.clock) - INCIDENT_DAYS * DAY) * 1000
  const { items: incidents } = await listIncidentPage(deps, { since, page_size: MOST_INCIDENTS })
  const past = await pastDays(deps, memory, options)
  const figures = await statusFigures(deps, options, { past, incidents })
  const shown = new Set(figures.models.map(({ name }) => name))
  return { figures, incidents: incidents.flatMap((incident) => visible(incident, shown)) }
}

/** Rules watch every model; customers are informed of those that the page shows. */
function visible(incident: IncidentView, shown: ReadonlySet<string>): readonly IncidentView[] {
  const { source, models } = incident
  if (source === '' || models.length === 0) return [incident]
  const known = models.filter((model) => shown.has(model))
  return known.length === 0 ? [] : [{ ...incident, models: known }]
}

async function pastDays(
  { db, clock }: ServiceDeps,
  memory: StatusMemory,
  options: OptionValues,
): Promise<CountedDays> {
  const now = nowSeconds(clock)
  const until = now - (now % DAY)
  const groups = [...usableGroupsOf(options, 'default')]
  const key = JSON.stringify([groups, now - (now % PAST_KEPT_S)])
  if (memory.past?.key === key) return memory.past.days
  const days = noDays(now)
  // Day by day: what a query brings is added up on the thread that relays.
  for (let { from } = days; from < until; from += DAY) {
    const span = { step: DAY, groups, from, to: from + DAY } as const
    addDays(days, await availabilityPoints(db.lists, span))
  }
  memory.past = { key, days }
  return days
}
