/** Which rows of a source are wanted: filtered, ordered and cut, however many there are. */
import { UsageError } from '../exit'
import { words } from '../words'
import type { Condition } from './row-filter'

/** The services hand out no more at a time. */
const PAGE_SIZE = 100
/** Without a limit all of them have to be in memory to be ordered. */
const MOST_ORDERED = 200_000

interface PageRange {
  /** From 1. */
  readonly page: number
  readonly page_size: number
}

interface PageOfRows<Row> {
  readonly items: readonly Row[]
  /** Of all pages; lists that cannot count have none. */
  readonly total?: number
}

type Pages<Row> = (wish: PageRange) => Promise<PageOfRows<Row>>

/** Long lists also hand out what comes after a row; no page is counted or skipped for it. */
interface Walk<Row> {
  readonly pages: Pages<Row>
  /** The first rows when there is none before; nothing at the end. */
  readonly after: (last: Row | undefined) => Promise<readonly Row[]>
}

/** All rows at once, or one page of them at a time. */
export type RowSource<Row> = readonly Row[] | Pages<Row> | Walk<Row>

export interface RowChoice<Row> {
  readonly conditions: readonly Condition[]
  /** Whether every row has to be looked at. */
  readonly isSifted: boolean
  readonly passes: (row: Row) => boolean
  readonly order: ((a: Row, b: Row) => number) | undefined
  readonly limit: number
  readonly offset: number
}

export interface Chosen<Row> {
  readonly items: readonly Row[]
  /** Of those that pass. */
  readonly total: number
}

/** For people, who see how many more there are. */
export async function chosen<Row>(
  source: RowSource<Row>,
  wish: RowChoice<Row>,
): Promise<Chosen<Row>> {
  const pages = pagesOf(source)
  if (pages !== undefined && !wish.isSifted) return await window(pages, wish)
  const { order, offset, limit } = wish
  let total = 0
  const best = createBest<Row>(offset + limit, order)
  for await (const row of everyRow(source)) {
    if (!wish.passes(row)) continue
    total += 1
    best.offer(row)
  }
  return { items: best.rows().slice(offset, offset + limit), total }
}

/** For programs, one after the other; ordered ones once all have been looked at. */
export async function* chosenRows<Row>(
  source: RowSource<Row>,
  wish: RowChoice<Row>,
): AsyncGenerator<Row> {
  if (wish.order !== undefined) {
    yield* (await chosen(source, wish)).items
    return
  }
  let at = 0
  for await (const row of everyRow(source)) {
    if (at >= wish.offset + wish.limit) return
    if (!wish.passes(row)) continue
    if (at >= wish.offset) yield row
    at += 1
  }
}

function isList<Row>(source: RowSource<Row>): source is readonly Row[] {
  return Array.isArray(source)
}

function pagesOf<Row>(source: RowSource<Row>): Pages<Row> | undefined {
  if (isList(source)) return undefined
  return typeof source === 'function' ? source : source.pages
}

interface Best<Row> {
  readonly offer: (row: Row) => void
  readonly rows: () => readonly Row[]
}

/** Keeps the first of an order, and not much more, of however many are offered. */
function createBest<Row>(
  count: number,
  order: ((a: Row, b: Row) => number) | undefined,
): Best<Row> {
  let best: Row[] = []
  return {
    offer(row) {
      if (order === undefined && best.length >= count) return
      best.push(row)
      if (best.length <= Math.min(count * 2 + PAGE_SIZE, MOST_ORDERED)) return
      if (count > MOST_ORDERED / 2) {
        throw new UsageError(words`more than ${MOST_ORDERED} rows to order: give a smaller --limit`)
      }
      best = best.sort(order).slice(0, count)
    },
    rows: () => (order === undefined ? best : best.toSorted(order)),
  }
}

/** The pages that hold the rows wished for, and no others. */
async function window<Row>(
  pages: Pages<Row>,
  { limit, offset }: RowChoice<Row>,
): Promise<Chosen<Row>> {
  const page_size = offset === 0 ? Math.min(limit, PAGE_SIZE) : PAGE_SIZE
  const first = Math.floor(offset / page_size)
  const skipped = offset - first * page_size
  const rows: Row[] = []
  let total = 0
  for (let page = first + 1; rows.length < skipped + limit; page += 1) {
    const got = await pages({ page, page_size })
    rows.push(...got.items)
    total = got.total ?? 0
    if (got.items.length < page_size) break
  }
  return { items: rows.slice(skipped, skipped + limit), total }
}

async function* everyRow<Row>(source: RowSource<Row>): AsyncGenerator<Row> {
  if (isList(source)) yield* source
  else if (typeof source === 'function') yield* everyPage(source)
  else {
    let last: Row | undefined
    for (;;) {
      const rows = await source.after(last)
      yield* rows
      last = rows.at(-1)
      if (last === undefined) return
    }
  }
}

async function* everyPage<Row>(pages: Pages<Row>): AsyncGenerator<Row> {
  for (let page = 1; ; page += 1) {
    const { items } = await pages({ page, page_size: PAGE_SIZE })
    yield* items
    if (items.length < PAGE_SIZE) return
  }
}
