/** The forms of output that programs read. */
import { csvLine, csvText } from '../../server/domain/text/csv'
import { escapedText } from '../../server/domain/text/visible-text'
import type { View } from './output'

export const OUTPUT_FORMATS = ['table', 'json', 'csv', 'ndjson'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

type Plain = Readonly<Record<string, unknown>>

export function pickedRow<Row extends object>(row: Row, view: View<Row>): Plain {
  return Object.fromEntries(view.fields.map((field) => [field, row[field] ?? null]))
}

/** Of a plain result; what is no object has no fields to choose from. */
export function picked(value: unknown, fields: readonly string[] | undefined): unknown {
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
export const jsonLine = (value: unknown) => `${escapedText(JSON.stringify(value))}\n`

/** The formats that programs read. */
export const PRINTERS: Readonly<Record<Exclude<OutputFormat, 'table'>, Printer>> = {
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

/** One element of a JSON array, laid out as the array would be as a whole. */
export function elementText(plain: Plain, before: number): string {
  const text = escapedText(JSON.stringify(plain, null, 2))
  return `${before === 0 ? '[' : ','}\n  ${text.replaceAll('\n', '\n  ')}`
}

/** One line per row; the header of csv once. */
export function lineForm(format: OutputFormat): (row: Plain, fields: readonly string[]) => string {
  let headIsOut = false
  return (row, fields) => {
    if (format !== 'csv') return jsonLine(row)
    const head = headIsOut ? '' : csvLine(fields)
    headIsOut = true
    return head + csvLine(fields.map((field) => row[field]))
  }
}
