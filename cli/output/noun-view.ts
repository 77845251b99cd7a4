/** What tables and JSON show of a noun beside what its commands have chosen. */
import type { Field, Fields } from '../../server/domain/nouns/noun'
import type { StoredName } from '../../server/domain/nouns/noun-starts'
import type { CellKind, Column, View } from './output'

const KINDS: Readonly<Record<Field['kind'], CellKind>> = {
  integer: 'number',
  number: 'number',
  credits: 'number',
  moment: 'time_s',
  moment_or_never: 'time_s',
  text: 'text',
  flag: 'flag',
  null: 'text',
  text_or_null: 'text',
}

function otherNames(rows: Fields, named: readonly string[]): readonly string[] {
  return Object.keys(rows).filter((name) => rows[name]?.computed !== true && !named.includes(name))
}

interface ChosenView<Row, Chosen extends string> extends Omit<View<Row>, 'fields'> {
  /** Fields that are shown in a way of their own, in the order of the JSON form. */
  readonly chosen: readonly Chosen[]
  /** Stored fields that are not shown. */
  readonly left?: readonly string[]
}

/** Fields that nothing was chosen for are columns where lists have them, and details elsewhere. */
export function nounView<
  Rows extends Fields,
  Chosen extends keyof Row & string,
  Row extends object & Readonly<Record<StoredName<Rows>, unknown>>,
>(
  rows: Rows,
  { chosen, left = [], columns, details = [], quiet }: ChosenView<Row, Chosen>,
): View<Row> {
  const others = otherNames(rows, [...chosen, ...left]) as (StoredName<Rows> & keyof Row)[]
  const shown = (name: string) => rows[name]?.column?.shown === true
  const columnOf = (name: StoredName<Rows> & keyof Row): Column<Row> => ({
    title: rows[name]?.title?.en.toUpperCase() ?? name.toUpperCase(),
    value: name,
    kind: KINDS[rows[name]?.kind ?? 'text'],
  })
  return {
    columns: [...columns, ...others.filter(shown).map(columnOf)],
    details: [...details, ...others.filter((name) => !shown(name)).map(columnOf)],
    fields: [...chosen, ...others],
    quiet,
  }
}
