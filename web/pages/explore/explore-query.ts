/** The query of the page, as its address has it. */
import { EXPLORE_FILTERS } from '../../../server/domain/usage/charts'
import {
  USAGE_GROUP_NAMES,
  USAGE_GROUPS,
  USAGE_MEASURE_NAMES,
  USAGE_MEASURES,
  USAGE_WINDOW_NAMES,
  type UsageGroup,
  type UsageMeasure,
  type UsageWindow,
} from '../../../server/domain/usage/explore'
import { nowSeconds } from '../../app/now'

export type ExploreFilters = Readonly<Record<(typeof EXPLORE_FILTERS)[number], string>>

export const EXPLORE_VIEWS = ['bars', 'lines', 'table'] as const
export type ExploreView = (typeof EXPLORE_VIEWS)[number]

export interface ExploreChoice {
  readonly measure: UsageMeasure
  readonly window: UsageWindow
  readonly by: UsageGroup | ''
  readonly second: UsageGroup | ''
  readonly view: ExploreView
}

export function offeredMeasures(isAdmin: boolean): readonly UsageMeasure[] {
  return USAGE_MEASURE_NAMES.filter((name) => isAdmin || !USAGE_MEASURES[name].adminOnly)
}

export function offeredGroups(isAdmin: boolean): readonly UsageGroup[] {
  return USAGE_GROUP_NAMES.filter((name) => isAdmin || !USAGE_GROUPS[name].adminOnly)
}

/** `none` stands in addresses for no group, since the default is models. */
export const NO_GROUP = 'none'

export function exploreChoice(filters: ExploreFilters, isAdmin: boolean): ExploreChoice {
  const groups = offeredGroups(isAdmin)
  const requested = groups.find((name) => name === filters.by)
  const by = requested ?? (filters.by === NO_GROUP ? '' : 'model')
  const second = groups.find((name) => name === filters.second && name !== by)
  const measure = offeredMeasures(isAdmin).find((name) => name === filters.measure) ?? 'spend'
  const isPart = USAGE_MEASURES[measure].unit === 'ms' || USAGE_MEASURES[measure].unit === 'share'
  const view = EXPLORE_VIEWS.find((name) => name === filters.view) ?? (isPart ? 'lines' : 'bars')
  return {
    measure,
    window: USAGE_WINDOW_NAMES.find((name) => name === filters.window) ?? '24h',
    by,
    second: by === '' ? '' : (second ?? ''),
    view,
  }
}

const TOP = 8

/** The query of the choice, with its filters. */
export function usageQuery(
  filters: ExploreFilters,
  { measure, window, by, second }: ExploreChoice,
) {
  const only = Object.fromEntries(USAGE_GROUP_NAMES.map((name) => [name, filters[name]]))
  return {
    ...only,
    measure,
    window,
    by: [by, second].filter((name) => name !== '').join(','),
    top: TOP,
    shift: -new Date(nowSeconds() * 1000).getTimezoneOffset() * 60,
  }
}

/** Of an address, as the page would read it. */
export function filtersIn(search: string): ExploreFilters {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    EXPLORE_FILTERS.map((name) => [name, given.get(name) ?? '']),
  ) as ExploreFilters
}
