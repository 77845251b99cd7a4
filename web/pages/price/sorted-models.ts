import { SORT_FILTERS, type Sort, sortFrom } from '../../components/table/sort'
import type { UsedModel } from './use-priced-models'

export { SORT_FILTERS }

export const PRICE_SORTS = [
  'model',
  'calls',
  'promptUsd',
  'completionUsd',
  'cacheReadUsd',
  'cacheWriteUsd',
  'callUsd',
] as const
export type PriceSort = Sort<(typeof PRICE_SORTS)[number]>

export function priceSortFrom(filters: { readonly sort: string; readonly order: string }) {
  return sortFrom(filters, PRICE_SORTS, undefined)
}

/**
 * What a head was pressed for, those without such a price last; else what is on offer or in use
 * first, the most called of it: hundreds of models have a price in case they ever are.
 */
export function sortedModels(
  models: readonly UsedModel[],
  sort: PriceSort | undefined,
): readonly UsedModel[] {
  if (sort === undefined)
    return models.toSorted((a, b) => rankOf(a) - rankOf(b) || b.calls - a.calls)
  const { column, direction } = sort
  const sign = direction === 'asc' ? 1 : -1
  return models.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]]
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined)
    }
    if (one === other) return 0
    return sign * (one < other ? -1 : 1)
  })
}

function rankOf({ isOffered, calls }: UsedModel): number {
  return isOffered || calls > 0 ? 0 : 1
}
