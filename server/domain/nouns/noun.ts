/**
 * A noun's fields, each described once: what the API writes, whether requests may set it, and how
 * lists show and order it. Endpoints, list queries and columns derive from these rows.
 */
import type { Column } from '../resources/resource'

/** What a field is in JSON. */
export interface Values {
  readonly integer: number
  readonly number: number
  readonly text: string
  readonly flag: boolean
  readonly null: null
  readonly text_or_null: string | null
}

interface FieldFacts {
  /** Lists have it as a column, in the order of the rows; none when absent. */
  readonly column?: Column
  /** Lists can be ordered by it. */
  readonly sorts?: true
  /** Requests that create or change may set it. */
  readonly sets?: true
}

export interface Field<Kind extends keyof Values = keyof Values> extends FieldFacts {
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
/** Fields that lists can be ordered by. */
export type SortName<Rows extends Fields> = NamesWith<Rows, { readonly sorts: true }>

export function field<const Kind extends keyof Values, const Facts extends FieldFacts>(
  kind: Kind,
  example: Values[Kind],
  facts: Facts,
) {
  return { kind, example, ...facts }
}

export function columnsOf<Rows extends Fields>(rows: Rows): Record<ColumnName<Rows>, Column> {
  const columns = Object.entries(rows).flatMap(([name, { column }]) =>
    column === undefined ? [] : [[name, column] as const],
  )
  return Object.fromEntries(columns) as Record<ColumnName<Rows>, Column>
}

export function sortsOf<Rows extends Fields>(rows: Rows): readonly SortName<Rows>[] {
  const names = Object.keys(rows).filter((name) => rows[name]?.sorts === true)
  return names as SortName<Rows>[]
}
