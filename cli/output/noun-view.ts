/** What tables and JSON show of a noun in addition to what its commands choose. */
import type { Field, Fields } from '../../server/domain/nouns/noun'
import type { StoredName } from '../../server/domain/nouns/noun-starts'
import type { ColumnKind } from '../../server/domain/resources/resource'
import type { FieldKind, FieldKinds } from './field-kinds'
import type { Column, View } from './output'

const KINDS: Readonly<Record<Field['kind'], FieldKind>> = {
  integer: 'number',
  number: 'number',
  credits: 'credits',
  moment: 'time_s',
  moment_or_never: 'time_s',
  text: 'text',
  flag: 'flag',
  null: 'text',
  text_or_null: 'text',
}

/** What lists know better than the form in JSON. */
const COLUMN_KINDS: Readonly<Partial<Record<ColumnKind, FieldKind>>> = {
  list: 'list',
  money_usd: 'usd',
  flag: 'flag',
  role: 'word',
  user_status: 'word',
  channel_status: 'word',
  token_status: 'word',
  redemption_status: 'word',
  time_s: 'time_s',
  duration_s: 'seconds',
  duration_ms: 'ms',
}

export function nounKind({ kind, column }: Field): FieldKind {
  return (column && COLUMN_KINDS[column.kind]) ?? KINDS[kind]
}

function nounKinds(rows: Fields): FieldKinds {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, nounKind(row)]))
}

function otherNames(rows: Fields, named: readonly string[]): readonly string[] {
  return Object.keys(rows).filter((name) => rows[name]?.computed !== true && !named.includes(name))
}

interface ChosenView<Row, Chosen extends string> extends Omit<View<Row>, 'fields'> {
  /** Fields that are shown in a way of their own, in the order of the JSON form. */
  readonly chosen: readonly Chosen[]
  /** Stored fields that are not shown. */
  readonly omitted?: readonly string[]
}

/** Fields that nothing was chosen for are columns where lists have them, and details elsewhere. */
export function nounView<
  Rows extends Fields,
  Chosen extends keyof Row & string,
  Row extends object & Readonly<Record<StoredName<Rows>, unknown>>,
>(
  rows: Rows,
  { chosen, omitted = [], columns, details = [], kinds, quiet }: ChosenView<Row, Chosen>,
): View<Row> {
  const others = otherNames(rows, [...chosen, ...omitted]) as (StoredName<Rows> & keyof Row)[]
  const shown = (name: string) => rows[name]?.column?.shown === true
  const known = nounKinds(rows)
  const columnOf = (name: StoredName<Rows> & keyof Row): Column<Row> => ({
    title: rows[name]?.title?.en.toUpperCase() ?? name.toUpperCase(),
    value: name,
    kind: known[name] ?? 'text',
  })
  return {
    columns: [...columns, ...others.filter(shown).map(columnOf)],
    details: [...details, ...others.filter((name) => !shown(name)).map(columnOf)],
    fields: [...chosen, ...others],
    kinds: { ...known, ...kinds },
    quiet,
  }
}
