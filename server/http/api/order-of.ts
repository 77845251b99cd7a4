interface OrderQuery<Column extends string> {
  readonly sort?: Column
  readonly order?: 'asc' | 'desc'
}

/** The order that a query asks for; the largest first when it does not say. */
export function orderOf<Column extends string>({ sort, order }: OrderQuery<Column>) {
  return sort === undefined ? undefined : { column: sort, direction: order ?? ('desc' as const) }
}
