/**
 * A noun's fields, each described once: what the API writes, whether requests may set it, how
 * lists show, narrow and order it. The other files here and in front of them only read rows.
 */
import type { Column, ColumnKind } from '../resources/resource'

/** What a field is in JSON. */
export interface Values {
  readonly integer: number
  readonly number: number
  /** Whole, within what one balance may hold. */
  readonly credits: number
  /** Epoch seconds; 0 when there is none. */
  readonly moment: number
  /** Epoch seconds; -1 when it never comes. */
  readonly moment_or_never: number
  readonly text: string
  readonly flag: boolean
  readonly null: null
  readonly text_or_null: string | null
}

/** A text of the noun's own, in every language there is. */
export interface Label {
  readonly en: string
  readonly zh: string
}

interface FieldFacts<Value> {
  /** Lists have it as a column, in the order of the rows; none when absent. */
  readonly column?: Column
  /** What columns, forms and help call it; without one the dictionaries say. */
  readonly title?: Label
  /** Lists can be ordered by it. */
  readonly sorts?: true
  /** Lists can be narrowed to one value of it. */
  readonly filters?: true
  /** Requests that create or change may set it. */
  readonly sets?: true
  /** What a new one has when nobody says; nothing, 0 or "" when absent. */
  readonly starts?: Value
  /** Answers have it, the table of the database does not. */
  readonly computed?: true
  /** Its text is the JSON of an object; "" for an empty one. */
  readonly holds?: 'object'
}

export interface Field<Kind extends keyof Values = keyof Values> extends FieldFacts<Values[Kind]> {
  readonly kind: Kind
  /** For the document of the API. */
  readonly example: Values[Kind]
}

export type Fields = Readonly<Record<string, Field>>

export type NamesWith<Rows extends Fields, Fact> = {
  [Name in keyof Rows]: Rows[Name] extends Fact ? Name : never
}[keyof Rows] &
  string

type ColumnName<Rows extends Fields> = NamesWith<Rows, { readonly column: Column }>
export type FilterName<Rows extends Fields> = NamesWith<Rows, { readonly filters: true }>
/** Fields that lists can be ordered by. */
export type SortName<Rows extends Fields> = NamesWith<Rows, { readonly sorts: true }>
/** Fields that requests may set. */
export type SetName<Rows extends Fields> = NamesWith<Rows, { readonly sets: true }>

export function field<
  const Kind extends keyof Values,
  const Facts extends FieldFacts<Values[Kind]>,
>(kind: Kind, example: Values[Kind], facts: Facts) {
  return { kind, example, ...facts }
}

export function label(en: string, zh: string): Label {
  return { en, zh }
}

export function columnsOf<Rows extends Fields>(rows: Rows): Record<ColumnName<Rows>, Column> {
  const columns = Object.entries(rows).flatMap(([name, { column }]) =>
    column === undefined ? [] : [[name, column] as const],
  )
  return Object.fromEntries(columns) as Record<ColumnName<Rows>, Column>
}

export function sortsOf<Rows extends Fields>(rows: Rows): readonly SortName<Rows>[] {
  return namesWith(rows, ({ sorts }) => sorts === true) as SortName<Rows>[]
}

export function setNamesOf<Rows extends Fields>(rows: Rows): readonly SetName<Rows>[] {
  return namesWith(rows, ({ sets }) => sets === true) as SetName<Rows>[]
}

export function filterNamesOf<Rows extends Fields>(rows: Rows): readonly FilterName<Rows>[] {
  return namesWith(rows, ({ filters }) => filters === true) as FilterName<Rows>[]
}

/** The filters of a list, by what stands in the columns. */
export function filtersOf<Rows extends Fields>(
  rows: Rows,
): Readonly<Record<FilterName<Rows>, ColumnKind>> {
  const kinds = filterNamesOf(rows).map(
    (name) => [name, rows[name]?.column?.kind ?? 'text'] as const,
  )
  return Object.fromEntries(kinds) as Record<FilterName<Rows>, ColumnKind>
}

function namesWith(rows: Fields, is: (field: Field) => boolean): readonly string[] {
  return Object.entries(rows).flatMap(([name, row]) => (is(row) ? [name] : []))
}
