/** Commands that list rows: all of them filter, sort and page alike. */
import type {
  ArgumentRow,
  Command,
  CommandDefinition,
  CommandInput,
  FlagRow,
  FlagRows,
  TypedInput,
} from './command'
import type { CommandContext } from './context'
import { UsageError } from './exit'
import type { View } from './output'
import { type Condition, conditionOf, rowJudge, rowOrder } from './row-filter'

const DEFAULT_LIMIT = 100
/** A filter or an order that the database does not know looks at so many rows at most. */
const MOST_ROWS = 10_000
/** The services hand out no more at a time. */
const PAGE_SIZE = 100

export const LIST_FLAGS = {
  filter: {
    kind: 'texts',
    value: 'FIELD=VALUE',
    summary: 'only such rows; also != ~ (contains) !~ > >= < <=; may be repeated',
  },
  sort: { kind: 'text', value: 'FIELD[:desc]', summary: 'order of the rows' },
  limit: { kind: 'integer', summary: `how many rows (default ${DEFAULT_LIMIT})` },
  offset: { kind: 'integer', summary: 'rows to leave out before the first' },
  page: { kind: 'integer', summary: 'from 1, of --limit rows each' },
} as const satisfies Readonly<Record<string, FlagRow>>

interface PageWish {
  /** From 1. */
  readonly page: number
  readonly page_size: number
}

interface PageOfRows<Row> {
  readonly items: readonly Row[]
  /** Of all pages; lists that cannot count have none. */
  readonly total?: number
}

/** All rows at once, or one page of them at a time. */
type RowSource<Row> = readonly Row[] | ((wish: PageWish) => Promise<PageOfRows<Row>>)

/** Declared as a method, as `Command.run` is: the rows of flags and arguments vouch for types. */
interface Lister<Row, Input> {
  rows(context: CommandContext, input: Input): Promise<RowSource<Row>>
}

interface ListDefinition<
  Row extends object,
  Args extends readonly ArgumentRow[],
  Flags extends FlagRows,
> extends Omit<CommandDefinition<Args, Flags>, 'run' | 'json' | 'reads'>,
    Lister<Row, TypedInput<Args, Flags>> {
  readonly view: View<Row>
  /** Fields whose `=` the database answers, each with the flag that asks it. */
  readonly indexed?: Readonly<Record<string, keyof Flags & string>>
}

/** One subcommand that prints rows; `rows` says where they come from. */
export function defineList<
  Row extends object,
  const Args extends readonly ArgumentRow[] = readonly [],
  const Flags extends FlagRows = Record<never, FlagRow>,
>(definition: ListDefinition<Row, Args, Flags>): Command {
  const { view, indexed = {}, args = [], flags = {}, examples = [], path, summary } = definition
  const lister: Lister<Row, CommandInput> = definition
  return {
    path,
    summary,
    args,
    examples,
    flags: { ...flags, ...LIST_FLAGS },
    // Who lists changes nothing.
    reads: true,
    json: view.fields,
    indexed: Object.keys(indexed),
    async run(context, input) {
      const wish = wishOf(input.flags, view)
      const asked = { ...flagsFor(wish.conditions, { indexed, flags }), ...given(input.flags) }
      const source = await lister.rows(context, { ...input, flags: { ...input.flags, ...asked } })
      const { items, total } = await chosen(source, wish, context.output.warn)
      context.output.list(items, view)
      const more = total - wish.offset - items.length
      if (more > 0) context.output.note(`${more} more rows; --limit or --page shows them`)
    },
  }
}

function given(flags: CommandInput['flags']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
}

/** The flags that answer a condition quickly; every condition is judged on the rows as well. */
function flagsFor(
  conditions: readonly Condition[],
  rows: { readonly indexed: Readonly<Record<string, string>>; readonly flags: FlagRows },
): Readonly<Record<string, unknown>> {
  const equal = conditions.filter(({ sign, wanted }) => sign === '=' && wanted !== '')
  const asked = equal.flatMap(({ field, wanted }): [string, unknown][] => {
    const flag = rows.indexed[field]
    if (flag === undefined) return []
    if (rows.flags[flag]?.kind !== 'integer') return [[flag, wanted]]
    return /^\d{1,15}$/.test(wanted) ? [[flag, Number(wanted)]] : []
  })
  return Object.fromEntries(asked)
}

interface Wish<Row> {
  readonly conditions: readonly Condition[]
  readonly passes: (row: Row) => boolean
  readonly order: ((a: Row, b: Row) => number) | undefined
  readonly limit: number
  readonly offset: number
}

function wishOf<Row extends object>(flags: CommandInput['flags'], view: View<Row>): Wish<Row> {
  const { filter, sort, offset, page } = flags
  const conditions = Array.isArray(filter) ? filter.map((text) => conditionOf(String(text))) : []
  const limit = counted('limit', flags.limit, 1) ?? DEFAULT_LIMIT
  if (offset !== undefined && page !== undefined) {
    throw new UsageError('--offset and --page exclude each other')
  }
  if (limit > MOST_ROWS) throw new UsageError(`--limit must be at most ${MOST_ROWS}`)
  const pageOffset = ((counted('page', page, 1) ?? 1) - 1) * limit
  return {
    conditions,
    passes: rowJudge(conditions, view),
    order: typeof sort === 'string' ? rowOrder(sort, view) : undefined,
    limit,
    offset: counted('offset', offset, 0) ?? pageOffset,
  }
}

function counted(flag: string, value: unknown, least: number): number | undefined {
  if (typeof value === 'number' && value < least) {
    throw new UsageError(`--${flag} must be ${least} or more`)
  }
  return typeof value === 'number' ? value : undefined
}

interface Chosen<Row> {
  readonly items: readonly Row[]
  readonly total: number
}

async function chosen<Row>(
  source: RowSource<Row>,
  wish: Wish<Row>,
  warn: (text: string) => void,
): Promise<Chosen<Row>> {
  const { limit, offset, order } = wish
  const isSifted = wish.conditions.length > 0 || order !== undefined
  if (typeof source === 'function' && !isSifted) return await window(source, wish)
  const all = typeof source === 'function' ? await everyRow(source, warn) : source
  const passed = all.filter(wish.passes)
  const sorted = order === undefined ? passed : passed.toSorted(order)
  return { items: sorted.slice(offset, offset + limit), total: sorted.length }
}

type Pages<Row> = Extract<RowSource<Row>, (wish: PageWish) => unknown>

/** The pages that hold the rows wished for, and no others. */
async function window<Row>(pages: Pages<Row>, { limit, offset }: Wish<Row>): Promise<Chosen<Row>> {
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

async function everyRow<Row>(
  pages: Pages<Row>,
  warn: (text: string) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < MOST_ROWS; page += 1) {
    const { items, total } = await pages({ page, page_size: PAGE_SIZE })
    rows.push(...items)
    if (items.length < PAGE_SIZE || rows.length === total) return rows
  }
  warn(`only the first ${MOST_ROWS} rows were looked at; other flags narrow the list first`)
  return rows
}
