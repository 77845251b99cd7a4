/** The order of a list, by one of the columns that a list may be ordered by. */
export interface RowOrder<Column extends string> {
  readonly column: Column
  readonly direction: 'asc' | 'desc'
}

/** A page of a list; newest first unless another order is requested. */
export interface RowWindow<Column extends string> {
  readonly limit: number
  readonly offset: number
  readonly order?: RowOrder<Column> | undefined
}
