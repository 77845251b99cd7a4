/** What a noun's table keeps, and what a row begins with that nothing is said of. */
import type { Field, Fields, NamesWith, Values } from './noun'

type Kind = keyof Values

/** Flags are 0 or 1 in both engines. */
type Column<K extends Kind> = K extends 'flag' ? 0 | 1 : Values[K]

export type StoredName<Rows extends Fields> = Exclude<
  keyof Rows & string,
  NamesWith<Rows, { readonly computed: true }>
>

/** The columns that the rows speak of. */
export type Stored<Rows extends Fields> = {
  -readonly [Name in StoredName<Rows>]: Column<Rows[Name]['kind']>
}

const NOTHING: Readonly<Partial<Record<Kind, unknown>>> = { text: '', flag: false }

export function startOf({ kind, starts }: Pick<Field, 'kind' | 'starts'>): unknown {
  return starts ?? NOTHING[kind] ?? 0
}

/** The columns of a row that nothing is said of, without its id. */
export function startsOf<Rows extends Fields>(rows: Rows): Omit<Stored<Rows>, 'id'> {
  const columns = Object.entries(rows).flatMap(([name, row]) =>
    row.computed === true || name === 'id' ? [] : [[name, columnValue(startOf(row))] as const],
  )
  return Object.fromEntries(columns) as Omit<Stored<Rows>, 'id'>
}

export function columnValue(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}
