/** What the page asks, as its address has it. */
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

export const EXPLORE_FILTERS = [
  'measure',
  'window',
  'by',
  'second',
  'view',
  ...(['model', 'channel', 'user', 'token', 'group', 'client'] as const),
] as const

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

/** `none` stands in addresses for no group, since the one that is asked without it is models. */
export const NO_GROUP = 'none'

export function exploreChoice(filters: ExploreFilters, isAdmin: boolean): ExploreChoice {
  const groups = offeredGroups(isAdmin)
  const asked = groups.find((name) => name === filters.by)
  const by = asked ?? (filters.by === NO_GROUP ? '' : 'model')
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
