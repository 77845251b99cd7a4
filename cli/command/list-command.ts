/** Commands that list rows: all of them filter, sort and page alike. */

import { UsageError } from '../exit'
import { kindsOf, type View } from '../output/output'
import { type Translate, words } from '../words'
import { type Chosen, chosen, chosenRows, type RowChoice, type RowSource } from './chosen-rows'
import type { Command, CommandDefinition, CommandInput, TypedInput } from './command'
import type { ArgumentRow, FlagRow, FlagRows } from './command-row'
import type { CommandContext } from './context'
import { type Condition, conditionOf, rowJudge, rowOrder } from './row-filter'

const DEFAULT_LIMIT = 100

export const LIST_FLAGS = {
  filter: {
    kind: 'texts',
    value: 'FIELD=VALUE',
    summary: 'only such rows; also != ~ (contains) !~ > >= < <=; may be repeated',
  },
  sort: { kind: 'text', value: 'FIELD[:desc]', summary: 'order of the rows' },
  limit: {
    kind: 'integer',
    summary: `how many rows (default ${DEFAULT_LIMIT} in tables, all for programs)`,
  },
  offset: { kind: 'integer', summary: 'rows to leave out before the first' },
  page: { kind: 'integer', summary: 'from 1, of --limit rows each' },
} as const satisfies Readonly<Record<string, FlagRow>>

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
  /** Fields whose `=` the database evaluates, each with the flag for it. */
  readonly indexed?: Readonly<Record<string, keyof Flags & string>>
  /** Rows without `--limit`; when absent, 100 in tables and all in other formats. */
  readonly defaultLimit?: number
}

/** One subcommand that prints rows; `rows` says where they come from. */
export function defineList<
  Row extends object,
  const Args extends readonly ArgumentRow[] = readonly [],
  const Flags extends FlagRows = Record<never, FlagRow>,
>(definition: ListDefinition<Row, Args, Flags>): Command {
  const { view, indexed = {}, args = [], flags = {}, examples = [], path, summary } = definition
  const { defaultLimit, clientSide } = definition
  const lister: Lister<Row, CommandInput> = definition
  return {
    path,
    summary,
    args,
    examples,
    flags: { ...flags, ...LIST_FLAGS },
    // Who lists changes nothing.
    reads: true,
    clientSide,
    json: view.fields,
    kinds: kindsOf(view),
    indexed: Object.keys(indexed),
    async run(context, input) {
      const { output } = context
      // Programs get everything, as it comes: they would not notice that rows are missing.
      const isForPrograms = output.mode.json || output.mode.quiet
      const usual = isForPrograms ? Number.POSITIVE_INFINITY : DEFAULT_LIMIT
      const most = defaultLimit ?? usual
      const wish = wishOf(input.flags, { view, most, translate: context.translate })
      const requested = { ...flagsFor(wish.conditions, { indexed, flags }), ...given(input.flags) }
      const source = await lister.rows(context, {
        ...input,
        flags: { ...input.flags, ...requested },
      })
      if (isForPrograms) return await output.rows(view, chosenRows(source, wish))
      show(context, await chosen(source, wish), { view, offset: wish.offset })
    },
  }
}

interface Shown<Row> {
  readonly view: View<Row>
  readonly offset: number
}

function show<Row extends object>(
  { output }: CommandContext,
  { items, total }: Chosen<Row>,
  { view, offset }: Shown<Row>,
): void {
  output.list(items, view)
  const more = total - offset - items.length
  if (more > 0) output.note(words`${more} more rows; --limit or --page shows them`)
  else if (items.length === 0)
    output.note(total === 0 ? words`no rows` : words`no rows after ${offset}`)
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
  const requested = equal.flatMap(({ field, wanted }): [string, unknown][] => {
    const flag = rows.indexed[field]
    if (flag === undefined) return []
    if (rows.flags[flag]?.kind !== 'integer') return [[flag, wanted]]
    return /^\d{1,15}$/.test(wanted) ? [[flag, Number(wanted)]] : []
  })
  return Object.fromEntries(requested)
}

interface Reading<Row> {
  readonly view: View<Row>
  /** Rows that are wanted by who does not say. */
  readonly most: number
  readonly translate: Translate
}

function wishOf<Row extends object>(
  flags: CommandInput['flags'],
  { view, most, translate }: Reading<Row>,
): RowChoice<Row> {
  const { filter, sort, offset, page } = flags
  const conditions = Array.isArray(filter) ? filter.map((text) => conditionOf(String(text))) : []
  const limit = counted('limit', flags.limit, 1) ?? most
  if (offset !== undefined && page !== undefined) {
    throw new UsageError('--offset and --page exclude each other')
  }
  const before = (counted('page', page, 1) ?? 1) - 1
  if (before > 0 && limit === Number.POSITIVE_INFINITY) {
    throw new UsageError('--page needs --limit here, which says how long a page is')
  }
  const pageOffset = before === 0 ? 0 : before * limit
  return {
    isSifted: conditions.length > 0 || typeof sort === 'string',
    conditions,
    passes: rowJudge(conditions, view, translate),
    order: typeof sort === 'string' ? rowOrder(sort, view) : undefined,
    limit,
    offset: counted('offset', offset, 0) ?? pageOffset,
  }
}

function counted(flag: string, value: unknown, least: number): number | undefined {
  if (typeof value === 'number' && value < least) {
    throw new UsageError(words`--${flag} must be ${least} or more`)
  }
  return typeof value === 'number' ? value : undefined
}
