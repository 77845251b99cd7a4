/** What visitors see of how models do, from calls that were counted. */

import { modelsOffered } from '../../../db/tables/abilities'
import {
  type AvailabilitySum,
  availabilityPoints,
  availabilitySums,
} from '../../../db/tables/availability'
import { nowSeconds } from '../../clock'
import { LATENCY_SLOTS, quantileMs } from '../../domain/logs/latency'
import { DAY, HOUR } from '../../domain/logs/rollups'
import type { OptionValues } from '../../domain/options'
import {
  type Answered,
  availabilityOf,
  RECENT_STEP,
  recentFrom,
} from '../../domain/status-page/availability'
import type { ServiceFigures, StatusFigures } from '../../domain/status-page/page'
import { type ServiceState, siteStateOf, stateOf, worseOf } from '../../domain/status-page/states'
import type { IncidentView } from '../incidents/view'
import { listPricing } from '../pricing/list'
import { lastDay } from '../rollups/totals'
import type { ServiceDeps } from '../service-deps'
import { addDays, type CountedDays, daysOf, firstDay, noDays } from './days'
import { effectsOn } from './effects'

/** A page of more helps nobody. */
const MOST_MODELS = 500

export async function statusFigures(
  deps: ServiceDeps,
  options: OptionValues,
  { past, incidents }: { readonly past: CountedDays; readonly incidents: readonly IncidentView[] },
): Promise<StatusFigures> {
  const { lists } = deps.db
  const now = nowSeconds(deps.clock)
  const minutes = options.StatusPageWindowMinutes
  const { rows, groupRatio } = await listPricing(deps, { language: 'en' })
  const groups = Object.keys(groupRatio)
  const day = lastDay(now)
  const [offered, recent, lately, today] = await Promise.all([
    modelsOffered(lists, groups),
    availabilitySums(lists, {
      step: RECENT_STEP,
      groups,
      from: recentFrom(now, minutes),
      to: now + 1,
    }),
    availabilitySums(lists, { step: HOUR, groups, from: day.from, to: day.to }),
    availabilityPoints(lists, { step: DAY, groups, from: now - (now % DAY), to: now + 1 }),
  ])
  const called = new Set(lately.map(({ model }) => model))
  const priced = rows.filter(({ priced: has }) => has).map(({ model_name }) => model_name)
  // A model whose channels were all switched off is in no price list, and is what one looks for.
  const unserved = offered.filter((model) => called.has(model))
  const models = [...new Set([...priced, ...unserved])].sort().slice(0, MOST_MODELS)
  const isShown = ({ model }: { readonly model: string }) => shown.has(model)
  const shown = new Set(models)
  const counted: Counted = {
    recent: recent.filter(isShown),
    lately: lately.filter(isShown),
    past,
    today: addDays(noDays(now), today),
  }
  const thresholds = {
    degradedBelow: options.StatusPageDegradedPercent,
    outageBelow: options.StatusPageOutagePercent,
    minCalls: options.StatusPageMinCalls,
  }
  const state = (answered: Answered): ServiceState => stateOf(answered, thresholds)
  const byModel = figuresBy('model', models, counted).map(({ recently, ...figures }) => {
    const effect = effectsOn(figures.name, incidents)
    const measured = state(recently)
    return { ...figures, state: effect === undefined ? measured : worseOf(measured, effect) }
  })
  const shownGroups = options.StatusPageGroupsEnabled ? groups : []
  const byGroup = figuresBy('group', shownGroups, counted).map(({ recently, ...figures }) => ({
    ...figures,
    state: state(recently),
  }))
  const siteState = siteStateOf(byModel.map((figures) => figures.state))
  return {
    state: siteState,
    updated_at: now,
    from: firstDay(now),
    thresholds: { ...thresholds, minutes },
    models: byModel,
    groups: byGroup,
    site: { ...figuresOf('', counted.lately, []), state: siteState },
  }
}

interface Counted {
  readonly recent: readonly AvailabilitySum[]
  readonly lately: readonly AvailabilitySum[]
  readonly past: CountedDays
  readonly today: CountedDays
}

type Measured = Omit<ServiceFigures, 'state'> & { readonly recently: Answered }

function figuresBy(
  column: 'model' | 'group',
  names: readonly string[],
  { past, today, ...counted }: Counted,
): readonly Measured[] {
  const recent = Map.groupBy(counted.recent, (row) => row[column])
  const lately = Map.groupBy(counted.lately, (row) => row[column])
  return names.map((name) => {
    const days = daysOf([past[column].get(name), today[column].get(name)])
    const recently = sumOf(recent.get(name) ?? [])
    return { ...figuresOf(name, lately.get(name) ?? [], days), recently }
  })
}

function figuresOf(
  name: string,
  lately: readonly AvailabilitySum[],
  days: readonly Answered[],
): Omit<ServiceFigures, 'state'> {
  const latency = new Array<number>(LATENCY_SLOTS).fill(0)
  for (const row of lately) {
    for (const [slot, count] of row.latency.entries()) latency[slot] = (latency[slot] ?? 0) + count
  }
  return {
    name,
    day: availabilityOf(sumOf(lately)),
    total: availabilityOf(sumOf(days)),
    p50_ms: quantileMs(latency, 0.5) || null,
    p95_ms: quantileMs(latency, 0.95) || null,
    days: days.map(availabilityOf),
  }
}

function sumOf(rows: readonly Answered[]): Answered {
  return rows.reduce<Answered>(
    (sum, { calls, failed }) => ({ calls: sum.calls + calls, failed: sum.failed + failed }),
    { calls: 0, failed: 0 },
  )
}
