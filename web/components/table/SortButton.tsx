import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { nextSort } from './sort'

export interface TableSort {
  /** Absent where the list has an order of its own. */
  readonly column?: string | undefined
  readonly direction?: 'asc' | 'desc' | undefined
  /** Columns that it can be sorted by. */
  readonly columns: readonly string[]
  readonly onSort: (wanted: { readonly sort: string; readonly order: string }) => void
}

/** For `aria-sort` of a head. */
export function sortOf(name: string, sort: TableSort | undefined) {
  if (sort?.column !== name) return undefined
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}

interface SortButtonProps {
  readonly name: string
  readonly title: string
  readonly sort: TableSort | undefined
}

/** The title of a column; a press sorts by it where the list can be. */
export function SortButton({ name, title, sort }: SortButtonProps) {
  if (sort === undefined || !sort.columns.includes(name)) return title
  const { column, direction = 'desc', onSort } = sort
  const now = column === name ? { column, direction } : undefined
  const Arrow = direction === 'asc' ? ChevronUpIcon : ChevronDownIcon
  return (
    <button type="button" className="table-sort" onClick={() => onSort(nextSort(name, now))}>
      {title}
      {now && <Arrow size={12} />}
    </button>
  )
}
