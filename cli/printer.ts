import { csvLine, csvText } from '../server/domain/csv'
import { escapedText, tableText, terminalText } from '../server/domain/visible-text'
import type { Failure } from './exit'
import { cellText, narrowed, padded, tableLines, type View } from './output'

/** Where text goes. `out` belongs to results; everything else is said on `err`. */
export interface Streams {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  /** Resolves once what was written to `out` is on its way, so that it does not pile up. */
  readonly drained: () => Promise<void>
}

export const OUTPUT_FORMATS = ['table', 'json', 'csv', 'ndjson'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

export interface OutputMode {
  readonly format: OutputFormat
  readonly quiet: boolean
  /** Allows bold and colours, on a terminal only. */
  readonly color: boolean
  /** Only these of the documented fields, in this order. */
  readonly fields: readonly string[] | undefined
}

export interface Output {
  /** `json` is true for every format that programs read. */
  readonly mode: OutputMode & { readonly json: boolean }
  /** A table, a JSON array, or one quiet line per row. */
  readonly list: <Row extends object>(rows: readonly Row[], view: View<Row>) => void
  /** One row as a block of lines, one JSON object, or its quiet line. */
  readonly one: <Row extends object>(row: Row, view: View<Row>) => void
  /** One row as a JSON line of its own, or as a table line; for rows that come over time. */
  readonly follow: <Row extends object>(row: Row, view: View<Row>) => void
  /** Between many rows that are followed: waits for whoever reads them. */
  readonly drained: () => Promise<void>
  /** A plain result, e.g. an option's value. `json` is what `--json` prints. */
  readonly value: (text: string, json: unknown) => void
  /** Text as it is, for output that comes in pieces. */
  readonly write: (text: string) => void
  /** A remark for people, on stderr; silent with `--quiet` and where programs read. */
  readonly note: (text: string) => void
  /** What a program has to know as well: the result is not all that was asked for. */
  readonly warn: (text: string) => void
  readonly failure: (failure: Failure) => void
}

type Plain = Readonly<Record<string, unknown>>

function pickedRow<Row extends object>(row: Row, view: View<Row>): Plain {
  return Object.fromEntries(view.fields.map((field) => [field, row[field] ?? null]))
}

/** Of a plain result; what is no object has no fields to choose from. */
function picked(value: unknown, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || typeof value !== 'object' || value === null) return value
  const known = new Map(Object.entries(value))
  return Object.fromEntries(fields.map((field) => [field, known.get(field) ?? null]))
}

/** A plain result as rows of a table, for csv. */
function rowsOf(value: unknown): readonly Plain[] {
  if (Array.isArray(value)) return value.flatMap(rowsOf)
  if (typeof value === 'object' && value !== null)
    return [Object.fromEntries(Object.entries(value))]
  return [{ value }]
}

interface Printer {
  readonly rows: (rows: readonly Plain[], fields: readonly string[]) => string
  readonly value: (value: unknown) => string
}

const jsonText = (value: unknown) => `${escapedText(JSON.stringify(value, null, 2))}\n`
const jsonLine = (value: unknown) => `${escapedText(JSON.stringify(value))}\n`

/** The formats that programs read. */
const PRINTERS: Readonly<Record<Exclude<OutputFormat, 'table'>, Printer>> = {
  json: { rows: jsonText, value: jsonText },
  ndjson: {
    rows: (rows) => rows.map(jsonLine).join(''),
    value: (value) => (Array.isArray(value) ? value.map(jsonLine).join('') : jsonLine(value)),
  },
  csv: {
    rows: (rows, fields) => csvText(fields, rows),
    value: (value) => {
      const rows = rowsOf(value)
      return csvText(Object.keys(rows[0] ?? {}), rows)
    },
  },
}

function tablePrinter(streams: Streams, mode: OutputMode) {
  const bold = (text: string) =>
    mode.color && streams.outIsTerminal ? `\u001b[1m${text}\u001b[22m` : text
  return {
    list: <Row extends object>(rows: readonly Row[], view: View<Row>) => {
      const [head = '', ...body] = tableLines(rows, view)
      return [bold(head), ...body, ''].join('\n')
    },
    one: <Row extends object>(row: Row, view: View<Row>) => {
      const columns = [...view.columns, ...(view.details ?? [])]
      const width = Math.max(...columns.map((column) => Bun.stringWidth(column.title)))
      return columns
        .map((column) => `${bold(padded(column.title, width, false))}  ${cellText(row, column)}\n`)
        .join('')
    },
    follow: <Row extends object>(row: Row, view: View<Row>) =>
      `${view.columns.map((column) => cellText(row, column)).join('  ')}\n`,
  }
}

function quietLine<Row extends object>(row: Row, view: View<Row>): string {
  return `${tableText(view.quiet(row))}\n`
}

export function createOutput(streams: Streams, mode: OutputMode): Output {
  const table = tablePrinter(streams, mode)
  const printer = mode.format === 'table' ? undefined : PRINTERS[mode.format]
  const isJson = mode.format === 'json' || mode.format === 'ndjson'
  // A file gets every character of a text; a terminal would obey some.
  const say = (text: string) => streams.out(streams.outIsTerminal ? terminalText(text) : text)
  let headIsOut = false
  const seen = <Row extends object>(view: View<Row>) => narrowed(view, mode.fields)

  /** One line per row; the header of csv once. */
  function followed<Row extends object>(row: Row, view: View<Row>): string {
    if (mode.format !== 'csv') return jsonLine(pickedRow(row, view))
    const head = headIsOut ? '' : csvLine(view.fields)
    headIsOut = true
    return head + csvLine(view.fields.map((field) => row[field]))
  }

  return {
    mode: { ...mode, json: printer !== undefined },
    list: (rows, full) => {
      const view = seen(full)
      if (printer !== undefined) {
        const plain = rows.map((row) => pickedRow(row, view))
        return streams.out(printer.rows(plain, view.fields))
      }
      if (mode.quiet) return streams.out(rows.map((row) => quietLine(row, view)).join(''))
      streams.out(table.list(rows, view))
    },
    one: (row, full) => {
      const view = seen(full)
      if (printer !== undefined) return streams.out(printer.value(pickedRow(row, view)))
      streams.out(mode.quiet ? quietLine(row, view) : table.one(row, view))
    },
    follow: (row, full) => {
      const view = seen(full)
      if (printer !== undefined) return streams.out(followed(row, view))
      streams.out(mode.quiet ? quietLine(row, view) : table.follow(row, view))
    },
    drained: streams.drained,
    value: (text, json) =>
      printer === undefined
        ? say(`${text}\n`)
        : streams.out(printer.value(picked(json, mode.fields))),
    write: say,
    note: (text) => {
      if (!mode.quiet && printer === undefined) streams.err(`${terminalText(text)}\n`)
    },
    warn: (text) =>
      streams.err(isJson ? jsonLine({ warning: text }) : `warning: ${terminalText(text)}\n`),
    failure: ({ code, message }) => {
      const text = message.replace(/\s*\n\s*/g, ' ')
      streams.err(
        isJson ? jsonLine({ error: { code, message: text } }) : `error: ${tableText(text)}\n`,
      )
    },
  }
}
