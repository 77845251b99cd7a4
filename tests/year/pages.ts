import type { ResultOf } from './acts'

export type Order = ResultOf<'orders'>['items'][number]

interface Page<Row> {
  readonly items: readonly Row[]
}

export async function allPages<Row>(read: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { items } = await read(page)
    if (items.length === 0) return rows
    rows.push(...items)
  }
}
