import type { TableSort } from '../widgets/table/Table'

export interface KnownSort<Name extends string> {
  readonly column: Name
  /** How the order begins when it is chosen. */
  readonly isDown: boolean
}

/** The order of a list as its call takes it. */
export function sortQuery<Name extends string>(
  sorts: readonly KnownSort<Name>[],
  sort: TableSort | undefined,
): { readonly sort?: Name; readonly order?: 'asc' | 'desc' } {
  const known = sorts.find(({ column }) => column === sort?.column)
  if (known === undefined) return {}
  return { sort: known.column, order: sort?.isDown === false ? 'asc' : 'desc' }
}
