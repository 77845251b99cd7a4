/** How rows of one noun are shown, and the text of their table. */
import { tableText } from '../../server/domain/text/visible-text'
import { zonedTimeText } from '../time-argument'
import { inEnglish, type Translate, type Words, words } from '../words'

/** A `word` is one of a few that are told in the reader's language; other text is data. */
export type CellKind = 'text' | 'word' | 'number' | 'time_s' | 'time_ms' | 'flag'

export interface Column<Row> {
  readonly title: string
  /** A field, or text made of several. */
  readonly value: (keyof Row & string) | ((row: Row) => Words)
  readonly kind?: CellKind
  /** The field that a made text stands for: filters know it by either. */
  readonly field?: keyof Row & string
}

export interface View<Row> {
  /** Table columns. */
  readonly columns: readonly Column<Row>[]
  /** What a single row tells besides, where there is room for it. */
  readonly details?: readonly Column<Row>[]
  /** Fields of the JSON form, in order. */
  readonly fields: readonly (keyof Row & string)[]
  /** What `--quiet` prints: the id, or the key just made. */
  readonly quiet: (row: Row) => string
}

/** The column that shows a field, if one does. */
function columnOf<Row>(view: View<Row>, field: string): Column<Row> | undefined {
  return view.columns.find((column) => (column.field ?? column.value) === field)
}

/** As the API has it, unless a column says otherwise: `_time` is seconds, `_at` milliseconds. */
export function kindOf<Row>(view: View<Row>, field: string): CellKind | undefined {
  const column = columnOf(view, field)
  if (column !== undefined) return column.kind
  if (field.endsWith('_time')) return 'time_s'
  return field.endsWith('_at') ? 'time_ms' : undefined
}

/** The same view with the fields of `--fields` only, in that order. */
export function narrowed<Row>(view: View<Row>, wanted: readonly string[] | undefined): View<Row> {
  if (wanted === undefined) return view
  const fields = wanted.flatMap((name) => view.fields.filter((field) => field === name))
  const columns = fields.map((field): Column<Row> => {
    const kind = kindOf(view, field) ?? 'text'
    return columnOf(view, field) ?? { title: field.toUpperCase(), value: field, kind }
  })
  return { ...view, fields, columns, details: [] }
}

export function timeText(ms: number): string {
  if (ms <= 0) {
    return '-'
  }
  const date = new Date(ms)
  // Rows of older releases may name moments that no calendar has.
  if (Number.isNaN(date.getTime())) return String(ms)
  return zonedTimeText(date)
}

function fieldText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function cellText<Row extends object>(
  row: Row,
  column: Column<Row>,
  tell: Translate = inEnglish,
): string {
  const isWord = column.kind === 'word'
  if (typeof column.value === 'function') {
    const said = column.value(row)
    return tableText(isWord || typeof said === 'object' ? tell(said) : said)
  }
  const value = row[column.value]
  if (value === null || value === undefined || value === '') {
    return '-'
  }
  if (typeof value === 'number') return tableText(numberText(value, column.kind, tell))
  return tableText(isWord ? tell(fieldText(value)) : fieldText(value))
}

function numberText(value: number, kind: Column<object>['kind'], tell: Translate): string {
  if (kind === 'time_s') return timeText(value * 1000)
  if (kind === 'time_ms') return timeText(value)
  if (kind === 'flag') return tell(value === 0 ? words`no` : words`yes`)
  return kind === 'word' ? tell(String(value)) : String(value)
}

export function padded(text: string, width: number, alignRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
  return alignRight ? space + text : text + space
}

/** Titles first. */
export function tableLines<Row extends object>(
  rows: readonly Row[],
  { columns }: View<Row>,
  tell: Translate,
): string[] {
  const lines = [
    columns.map((column) => tell(column.title)),
    ...rows.map((row) => columns.map((column) => cellText(row, column, tell))),
  ]
  const widths = columns.map((_, index) =>
    lines.reduce((most, line) => Math.max(most, Bun.stringWidth(line[index] ?? '')), 0),
  )
  return lines.map((line) =>
    line
      .map((text, index) => padded(text, widths[index] ?? 0, columns[index]?.kind === 'number'))
      .join('  ')
      .trimEnd(),
  )
}
