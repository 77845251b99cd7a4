import { tableText, terminalText } from '../../server/domain/text/visible-text'
import type { Failure } from '../exit'
import { type Translate, type Words, words } from '../words'
import type { FieldKinds } from './field-kinds'
import { type Column, cellText, columnsOf, narrowed, padded, type View } from './output'
import { jsonLine, type OutputFormat, type Plain, type Printer } from './output-format'
import { styled } from './style'
import { followedCell, type Looks, rowCells, tableOf } from './table'
import { rowForm, shapedValue } from './typed-row'

/** Where text goes. `out` belongs to results; everything else is said on `err`. */
export interface Streams {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** A complete result: paged where it does not fit the terminal. */
  readonly page: (text: string) => void
  /** Cells in a line and lines of the terminal that `out` is. */
  readonly size: () => Size | undefined
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  /** Resolves once what was written to `out` is on its way, so that it does not pile up. */
  readonly drained: () => Promise<void>
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface OutputMode {
  readonly format: OutputFormat
  readonly quiet: boolean
  /** Allows bold and colours, on a terminal only. */
  readonly color: boolean
  /** Only these of the documented fields, in this order. */
  readonly fields: readonly string[] | undefined
  /** Values as words, arrays, times and dollars instead of as they are stored. */
  readonly typed?: boolean
  /** What the fields of plain results hold. */
  readonly kinds?: FieldKinds
  /** For programs; none prints tables. */
  readonly printer?: Printer | undefined
  /** Long results page by page on a terminal. */
  readonly pager?: boolean
  readonly markOf?: Looks['markOf']
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
  /** What a program has to know as well: the result is incomplete. */
  readonly warn: (text: Words) => void
  readonly failure: (failure: Failure) => void
}

function tablePrinter(streams: Streams, mode: OutputMode, translate: Translate) {
  const isWide = mode.format === 'wide'
  const color = mode.color && streams.outIsTerminal
  const width = isWide ? undefined : streams.size()?.columns
  const looks: Looks = { translate, color, width, markOf: mode.markOf }
  const widened = <Row extends object>(view: View<Row>): View<Row> =>
    isWide ? { ...view, columns: columnsOf(view), details: [] } : view
  let headIsOut = false
  return {
    list: <Row extends object>(rows: readonly Row[], view: View<Row>) => {
      const { lines, leftOut } = tableOf(rows, widened(view), looks)
      return { text: [...lines, ''].join('\n'), leftOut }
    },
    one: <Row extends object>(row: Row, view: View<Row>) => {
      const columns = columnsOf(view)
      const titles = columns.map(({ title }) => translate(title))
      const width = Math.max(...titles.map((title) => Bun.stringWidth(title)))
      const cells = rowCells(row, { ...view, columns }, looks)
      const line = (title: string, text: string) =>
        `${styled(padded(title, width, false), 'bold', looks)}  ${text}\n`
      return cells
        .map(({ text, style }, at) => line(titles[at] ?? '', styled(text, style, looks)))
        .join('')
    },
    follow: <Row extends object>(row: Row, view: View<Row>) => {
      const { columns } = widened(view)
      const line = (textOf: (column: Column<Row>) => string) =>
        columns
          .map((column) => followedCell(textOf(column), column, translate))
          .join('  ')
          .trimEnd()
      const head = headIsOut
        ? ''
        : `${styled(
            line(({ title }) => translate(title)),
            'bold',
            looks,
          )}\n`
      headIsOut = true
      return `${head}${line((column) => cellText(row, column, translate))}\n`
    },
  }
}

/** Rows written before waiting for the reader of the pipe. */
const ROWS_PER_TURN = 1000

function quietLine<Row extends object>(row: Row, view: View<Row>): string {
  return `${tableText(view.quiet(row))}\n`
}

/** As JSON goes, by the one row and by many. */
function programPrinter(streams: Streams, mode: OutputMode, printer: Printer) {
  const { typed = false, fields, kinds = {} } = mode
  const formOf = <Row extends object>(view: View<Row>) => rowForm(view, { typed, fields })
  return {
    list<Row extends object>(rows: readonly Row[], view: View<Row>) {
      const form = formOf(view)
      const plain = rows.map(form.read)
      const end = printer.end(plain.length, form.fields)
      return (plain.length === 0 ? '' : printer.some(plain, form.fields, 0)) + end
    },
    async rows<Row extends object>(view: View<Row>, rows: AsyncIterable<Row>) {
      const form = formOf(view)
      let count = 0
      let waiting: Plain[] = []
      const write = () => {
        if (waiting.length > 0) streams.out(printer.some(waiting, form.fields, count))
        count += waiting.length
        waiting = []
      }
      for await (const row of rows) {
        waiting.push(form.read(row))
        if (waiting.length < ROWS_PER_TURN || printer.needsAll === true) continue
        write()
        await streams.drained()
      }
      write()
      streams.out(printer.end(count, form.fields))
    },
    one: <Row extends object>(row: Row, view: View<Row>) => printer.value(formOf(view).read(row)),
    follow<Row extends object>(row: Row, view: View<Row>) {
      const form = formOf(view)
      return printer.line(form.read(row), form.fields)
    },
    value: (json: unknown) => printer.value(shapedValue(json, { typed, fields }, kinds)),
  }
}

export function createOutput(streams: Streams, mode: OutputMode, translate: Translate): Output {
  const table = tablePrinter(streams, mode, translate)
  const data = mode.printer && programPrinter(streams, mode, mode.printer)
  const isJson = mode.format === 'json' || mode.format === 'ndjson'
  // A file gets every character of a text; a terminal would obey some.
  const say = (text: string) => streams.out(streams.outIsTerminal ? terminalText(text) : text)
  const paged = (text: string) => (mode.pager === false ? streams.out(text) : streams.page(text))
  const seen = <Row extends object>(view: View<Row>) => narrowed(view, mode.fields)
  const note = (text: Words) => {
    if (!mode.quiet && data === undefined) streams.err(`${terminalText(translate(text))}\n`)
  }
  return {
    mode: { ...mode, json: data !== undefined },
    list: (rows, view) => {
      if (data !== undefined) return paged(data.list(rows, view))
      if (mode.quiet) return streams.out(rows.map((row) => quietLine(row, view)).join(''))
      const { text, leftOut } = table.list(rows, seen(view))
      paged(text)
      if (leftOut.length > 0)
        note(words`not enough room for ${leftOut.join(', ')}; "-o wide" shows all columns`)
    },
    one: (row, view) => {
      if (data !== undefined) return paged(data.one(row, view))
      if (mode.quiet) return streams.out(quietLine(row, view))
      paged(table.one(row, seen(view)))
    },
    follow: (row, view) => {
      if (data !== undefined) return streams.out(data.follow(row, view))
      streams.out(mode.quiet ? quietLine(row, view) : table.follow(row, seen(view)))
    },
    rows: async (view, rows) => {
      if (data !== undefined) return await data.rows(view, rows)
      let count = 0
      for await (const row of rows) {
        streams.out(quietLine(row, view))
        count += 1
        if (count % ROWS_PER_TURN === 0) await streams.drained()
      }
    },
    value: (text, json) => {
      if (data !== undefined) return streams.out(data.value(json))
      say(`${typeof text === 'string' ? text : translate(text)}\n`)
    },
    write: say,
    note,
    warn: (text) => {
      const message = translate(text)
      const said = translate(words`warning: ${message}`)
      streams.err(isJson ? jsonLine({ warning: message }) : `${terminalText(said)}\n`)
    },
    failure: ({ code, message }) => {
      const text = message.replace(/\s*\n\s*/g, ' ')
      const said = translate(words`error: ${text}`)
      streams.err(isJson ? jsonLine({ error: { code, message: text } }) : `${tableText(said)}\n`)
    },
  }
}
