/** The order of a list in the address: `sort` names the column, `order` is asc or desc. */
export const SORT_FILTERS = ['sort', 'order'] as const

export interface Sort<Column extends string> {
  readonly column: Column
  readonly direction: 'asc' | 'desc'
}

interface SortFilters {
  readonly sort: string
  readonly order: string
}

export function sortFrom<
  const Column extends string,
  Otherwise extends Sort<NoInfer<Column>> | undefined,
>(
  { sort, order }: SortFilters,
  columns: readonly Column[],
  otherwise: Otherwise,
): Sort<Column> | Otherwise {
  const column = columns.find((one) => one === sort)
  if (column === undefined) return otherwise
  return { column, direction: order === 'asc' ? 'asc' : 'desc' }
}

/** The order after a click on a head: the largest first, then the smallest. */
export function nextSort(column: string, now: Sort<string> | undefined): SortFilters {
  const isDown = now?.column === column && now.direction === 'desc'
  return { sort: column, order: isDown ? 'asc' : 'desc' }
}
