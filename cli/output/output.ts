/** How rows of one noun are shown, and the text of their cells. */
import { tableText } from '../../server/domain/text/visible-text'
import { inEnglish, type Translate, type Words } from '../words'
import { type FieldKind, type FieldKinds, kindByName, kindRow } from './field-kinds'

export interface Column<Row> {
  readonly title: string
  /** A field, or text made of several. */
  readonly value: (keyof Row & string) | ((row: Row) => Words)
  readonly kind?: FieldKind
  /** The field that a made text stands for: filters know it by either. */
  readonly field?: keyof Row & string
  /** Left out first where a terminal is too narrow for all columns. */
  readonly isMinor?: true
}

export interface View<Row> {
  /** Table columns. */
  readonly columns: readonly Column<Row>[]
  /** Further columns of a single row, where there is room for them. */
  readonly details?: readonly Column<Row>[]
  /** Fields of the JSON form, in order. */
  readonly fields: readonly (keyof Row & string)[]
  /** What they hold, where neither a column nor the end of the name says it. */
  readonly kinds?: FieldKinds
  /** What `--quiet` prints: the id, or the key just made. */
  readonly quiet: (row: Row) => string
}

/** What has fields, whatever its rows are. */
export type AnyView = View<never>

export function columnsOf<Row>({ columns, details = [] }: View<Row>): readonly Column<Row>[] {
  return [...columns, ...details]
}

/** The column that shows a field, if one does. */
export function columnOf<Row>(view: View<Row>, field: string): Column<Row> | undefined {
  return columnsOf(view).find((column) => (column.field ?? column.value) === field)
}

/** What a field holds: as a column or the view says, as its name ends, or text. */
export function kindOf<Row>(view: View<Row>, field: keyof Row & string): FieldKind {
  const column = columnOf(view, field)
  // A number of what, the other places may know.
  const own = column?.kind === 'number' ? undefined : column?.kind
  return own ?? view.kinds?.[field] ?? kindByName(field) ?? column?.kind ?? 'text'
}

export function kindsOf(view: AnyView): FieldKinds {
  return Object.fromEntries(view.fields.map((field) => [field, kindOf(view, field)]))
}

/** The same view with the fields of `--fields` only, in that order. */
export function narrowed<Row>(view: View<Row>, wanted: readonly string[] | undefined): View<Row> {
  if (wanted === undefined) return view
  const fields = wanted.flatMap((name) => view.fields.filter((field) => field === name))
  const columns = fields.map((field): Column<Row> => {
    const kind = kindOf(view, field)
    return columnOf(view, field) ?? { title: field.toUpperCase(), value: field, kind }
  })
  return { ...view, fields, columns, details: [] }
}

function fieldText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function cellText<Row extends object>(
  row: Row,
  column: Column<Row>,
  translate: Translate = inEnglish,
): string {
  const isWord = column.kind === 'word'
  if (typeof column.value === 'function') {
    const said = column.value(row)
    return tableText(isWord || typeof said === 'object' ? translate(said) : said)
  }
  const value = row[column.value]
  if (value === null || value === undefined || value === '') {
    return '-'
  }
  if (typeof value === 'number') return tableText(numberText(value, column.kind, translate))
  return tableText(isWord ? translate(fieldText(value)) : fieldText(value))
}

function numberText(value: number, kind: FieldKind | undefined, translate: Translate): string {
  if (kind === 'word') return translate(String(value))
  return (kind && kindRow(kind).cell?.(value, translate)) ?? String(value)
}

export function padded(text: string, width: number, alignRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
  return alignRight ? space + text : text + space
}
