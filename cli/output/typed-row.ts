/** The fields of a row: as the API has them, or as `--typed` makes them. */
import { inEnglish } from '../words'
import { type FieldKinds, typedEntries, typedNames } from './field-kinds'
import { cellText, columnsOf, kindOf, kindsOf, type View } from './output'
import { type Plain, picked } from './output-format'

interface Wish {
  readonly typed: boolean
  readonly fields: readonly string[] | undefined
}

interface RowForm<Row> {
  readonly fields: readonly string[]
  readonly read: (row: Row) => Plain
}

export function rowForm<Row extends object>(view: View<Row>, wish: Wish): RowForm<Row> {
  const all = wish.typed ? typedNames(view.fields, kindsOf(view)) : view.fields
  const fields = wish.fields ?? all
  const read = (row: Row): Plain => {
    const known = new Map(wish.typed ? typedRow(row, view) : Object.entries(row))
    return Object.fromEntries(fields.map((field) => [field, known.get(field) ?? null]))
  }
  return { fields, read }
}

function typedRow<Row extends object>(row: Row, view: View<Row>): [string, unknown][] {
  return view.fields.flatMap((field) => {
    const kind = kindOf(view, field)
    const value = kind === 'word' ? wordOf(row, view, field) : row[field]
    return typedEntries(field, value, kind).map(([name, typed]): [string, unknown] => [name, typed])
  })
}

/** As tables have it in English; a field without such a column stays as it is. */
function wordOf<Row extends object>(row: Row, view: View<Row>, field: keyof Row & string): unknown {
  const column = columnsOf(view).find(
    (one) => one.kind === 'word' && (one.field ?? one.value) === field,
  )
  const isThere = row[field] !== null && row[field] !== undefined && row[field] !== ''
  return column === undefined || !isThere ? row[field] : cellText(row, column, inEnglish)
}

/** A plain result, by the kinds that its command names. */
export function shapedValue(value: unknown, wish: Wish, kinds: FieldKinds): unknown {
  return picked(wish.typed ? typedValue(value, kinds) : value, wish.fields)
}

function typedValue(value: unknown, kinds: FieldKinds): unknown {
  if (Array.isArray(value)) return value.map((one) => typedValue(one, kinds))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([field, one]) =>
    typedEntries(field, one, kinds[field]),
  )
  return Object.fromEntries(entries)
}
