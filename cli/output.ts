import type { Failure } from './exit'

/** Where text goes. `out` belongs to results; everything else is said on `err`. */
export interface Streams {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly outIsTerminal: boolean
}

export interface OutputMode {
  readonly json: boolean
  readonly quiet: boolean
  /** Allows bold and colours, on a terminal only. */
  readonly color: boolean
}

export type CellKind = 'text' | 'number' | 'time_s' | 'time_ms' | 'flag'

export interface Column<Row> {
  readonly title: string
  /** A field, or text made of several. */
  readonly value: (keyof Row & string) | ((row: Row) => string)
  readonly kind?: CellKind
}

/** How rows of one noun are shown. */
export interface View<Row> {
  /** Table columns. */
  readonly columns: readonly Column<Row>[]
  /** Fields of the JSON form, in order. */
  readonly fields: readonly (keyof Row & string)[]
  /** What `--quiet` prints: the id, or the key just made. */
  readonly quiet: (row: Row) => string
}

export interface Output {
  readonly mode: OutputMode
  /** A table, a JSON array, or one quiet line per row. */
  readonly list: <Row extends object>(rows: readonly Row[], view: View<Row>) => void
  /** One row as a block of lines, one JSON object, or its quiet line. */
  readonly one: <Row extends object>(row: Row, view: View<Row>) => void
  /** One row as a JSON line of its own, or as a table line; for rows that come over time. */
  readonly follow: <Row extends object>(row: Row, view: View<Row>) => void
  /** A plain result, e.g. an option's value. `json` is what `--json` prints. */
  readonly value: (text: string, json: unknown) => void
  /** Text as it is, for output that comes in pieces. */
  readonly write: (text: string) => void
  /** A remark for people, on stderr; silent with `--quiet` and `--json`. */
  readonly note: (text: string) => void
  readonly failure: (failure: Failure) => void
}

/** Control characters of stored text must not steer the terminal. */
function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

function timeText(ms: number): string {
  if (ms <= 0) {
    return '-'
  }
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

function cellText<Row extends object>(row: Row, column: Column<Row>): string {
  if (typeof column.value === 'function') {
    return harmless(column.value(row))
  }
  const value = row[column.value]
  if (value === null || value === undefined || value === '') {
    return '-'
  }
  if (typeof value === 'number') {
    if (column.kind === 'time_s') return timeText(value * 1000)
    if (column.kind === 'time_ms') return timeText(value)
    if (column.kind === 'flag') return value === 0 ? 'no' : 'yes'
  }
  return harmless(String(value))
}

function padded(text: string, width: number, alignRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
  return alignRight ? space + text : text + space
}

function tableLines<Row extends object>(rows: readonly Row[], view: View<Row>): string[] {
  const { columns } = view
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => cellText(row, column))),
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

function jsonRow<Row extends object>(row: Row, view: View<Row>): Record<string, unknown> {
  return Object.fromEntries(view.fields.map((field) => [field, row[field] ?? null]))
}

export function createOutput(streams: Streams, mode: OutputMode): Output {
  const bold = (text: string) =>
    mode.color && streams.outIsTerminal ? `\u001b[1m${text}\u001b[22m` : text
  const line = (text: string) => streams.out(`${text}\n`)
  const printJson = (value: unknown) => line(JSON.stringify(value, null, 2))

  return {
    mode,
    list: (rows, view) => {
      if (mode.json) return printJson(rows.map((row) => jsonRow(row, view)))
      if (mode.quiet) return streams.out(rows.map((row) => `${view.quiet(row)}\n`).join(''))
      const [head = '', ...body] = tableLines(rows, view)
      streams.out([bold(head), ...body, ''].join('\n'))
    },
    one: (row, view) => {
      if (mode.json) return printJson(jsonRow(row, view))
      if (mode.quiet) return line(view.quiet(row))
      const width = Math.max(...view.columns.map((column) => Bun.stringWidth(column.title)))
      for (const column of view.columns) {
        line(`${bold(padded(column.title, width, false))}  ${cellText(row, column)}`)
      }
    },
    follow: (row, view) => {
      if (mode.json) return line(JSON.stringify(jsonRow(row, view)))
      if (mode.quiet) return line(view.quiet(row))
      line(view.columns.map((column) => cellText(row, column)).join('  '))
    },
    value: (text, json) => (mode.json ? printJson(json) : line(text)),
    write: streams.out,
    note: (text) => {
      if (!mode.quiet && !mode.json) streams.err(`${text}\n`)
    },
    failure: ({ code, message }) => {
      const text = message.replace(/\s*\n\s*/g, ' ')
      const error = { error: { code, message: text } }
      streams.err(mode.json ? `${JSON.stringify(error)}\n` : `error: ${text}\n`)
    },
  }
}
