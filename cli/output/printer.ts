import { tableText, terminalText } from '../../server/domain/text/visible-text'
import type { Failure } from '../exit'
import { type Translate, type Words, words } from '../words'
import { cellText, narrowed, padded, tableLines, type View } from './output'
import {
  elementText,
  jsonLine,
  lineForm,
  type OutputFormat,
  PRINTERS,
  picked,
  pickedRow,
} from './output-format'

/** Where text goes. `out` belongs to results; everything else is said on `err`. */
export interface Streams {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  /** Resolves once what was written to `out` is on its way, so that it does not pile up. */
  readonly drained: () => Promise<void>
}

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
  /** Any number of rows, quietly or in a form for programs; none is kept in memory. */
  readonly rows: <Row extends object>(view: View<Row>, rows: AsyncIterable<Row>) => Promise<void>
  /** A plain result, e.g. an option's value, as it is. `json` is what `--json` prints. */
  readonly value: (text: Words, json: unknown) => void
  /** Text as it is, for output that comes in pieces. */
  readonly write: (text: string) => void
  /** A remark for people, on stderr; silent with `--quiet` and where programs read. */
  readonly note: (text: Words) => void
  /** What a program has to know as well: the result is not all that was asked for. */
  readonly warn: (text: Words) => void
  readonly failure: (failure: Failure) => void
}

function tablePrinter(streams: Streams, mode: OutputMode, tell: Translate) {
  const bold = (text: string) =>
    mode.color && streams.outIsTerminal ? `\u001b[1m${text}\u001b[22m` : text
  return {
    list: <Row extends object>(rows: readonly Row[], view: View<Row>) => {
      const [head = '', ...body] = tableLines(rows, view, tell)
      return [bold(head), ...body, ''].join('\n')
    },
    one: <Row extends object>(row: Row, view: View<Row>) => {
      const columns = [...view.columns, ...(view.details ?? [])]
      const titles = columns.map(({ title }) => tell(title))
      const width = Math.max(...titles.map((title) => Bun.stringWidth(title)))
      const line = (title: string, text: string) =>
        `${bold(padded(title, width, false))}  ${text}\n`
      return columns
        .map((column, at) => line(titles[at] ?? '', cellText(row, column, tell)))
        .join('')
    },
    follow: <Row extends object>(row: Row, view: View<Row>) =>
      `${view.columns.map((column) => cellText(row, column, tell)).join('  ')}\n`,
  }
}

/** Rows written before waiting for the reader of the pipe. */
const ROWS_PER_TURN = 1000

function quietLine<Row extends object>(row: Row, view: View<Row>): string {
  return `${tableText(view.quiet(row))}\n`
}

export function createOutput(streams: Streams, mode: OutputMode, tell: Translate): Output {
  const table = tablePrinter(streams, mode, tell)
  const printer = mode.format === 'table' ? undefined : PRINTERS[mode.format]
  const isJson = mode.format === 'json' || mode.format === 'ndjson'
  // A file gets every character of a text; a terminal would obey some.
  const say = (text: string) => streams.out(streams.outIsTerminal ? terminalText(text) : text)
  const line = lineForm(mode.format)
  const seen = <Row extends object>(view: View<Row>) => narrowed(view, mode.fields)

  const followed = <Row extends object>(row: Row, view: View<Row>) =>
    line(pickedRow(row, view), view.fields)

  const lineText = <Row extends object>(row: Row, view: View<Row>) =>
    printer === undefined ? quietLine(row, view) : followed(row, view)

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
    rows: async (full, rows) => {
      const view = seen(full)
      const isArray = mode.format === 'json'
      let count = 0
      for await (const row of rows) {
        streams.out(isArray ? elementText(pickedRow(row, view), count) : lineText(row, view))
        count += 1
        if (count % ROWS_PER_TURN === 0) await streams.drained()
      }
      const end = isArray ? '\n]\n' : ''
      streams.out(count === 0 ? (printer?.rows([], view.fields) ?? '') : end)
    },
    value: (text, json) =>
      printer === undefined
        ? say(`${typeof text === 'string' ? text : tell(text)}\n`)
        : streams.out(printer.value(picked(json, mode.fields))),
    write: say,
    note: (text) => {
      if (!mode.quiet && printer === undefined) streams.err(`${terminalText(tell(text))}\n`)
    },
    warn: (text) => {
      const told = tell(text)
      const said = tell(words`warning: ${told}`)
      streams.err(isJson ? jsonLine({ warning: told }) : `${terminalText(said)}\n`)
    },
    failure: ({ code, message }) => {
      const text = message.replace(/\s*\n\s*/g, ' ')
      const said = tell(words`error: ${text}`)
      streams.err(isJson ? jsonLine({ error: { code, message: text } }) : `${tableText(said)}\n`)
    },
  }
}
