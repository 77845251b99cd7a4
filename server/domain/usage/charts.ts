/** Questions to the page Explore that are stored under a name. */
import { USAGE_GROUP_NAMES } from './explore'

/** Of one user. */
export const MOST_CHARTS = 50
export const MOST_CHART_NAME = 64
/** More of them on an overview are no overview. */
export const MOST_PINNED = 6

/** What the address of the page may say. */
export const EXPLORE_FILTERS = [
  ...(['measure', 'window', 'by', 'second', 'view'] as const),
  ...USAGE_GROUP_NAMES,
] as const

/** The part of an address that asks something, in one order; the rest of it is left out. */
export function chartQuery(search: string): string {
  const given = new URLSearchParams(search)
  const fields = EXPLORE_FILTERS.map((name) => [name, given.get(name) ?? ''] as const)
  return new URLSearchParams(
    fields.filter(([, value]) => value !== '').map((row) => [...row]),
  ).toString()
}
