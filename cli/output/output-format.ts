/** The forms of output that programs read. */
import { csvLine, csvText } from '../../server/domain/text/csv'
import { escapedText } from '../../server/domain/text/visible-text'

/** For people, and for programs. */
const TABLE_FORMATS = ['table', 'wide'] as const
const PROGRAM_FORMATS = ['json', 'ndjson', 'yaml', 'csv'] as const
export const OUTPUT_FORMATS = [...TABLE_FORMATS, ...PROGRAM_FORMATS] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]
export type ProgramFormat = (typeof PROGRAM_FORMATS)[number]

export type Plain = Readonly<Record<string, unknown>>

/** How results are written that programs read. */
export interface Printer {
  /** One row of those that come over time. */
  readonly line: (row: Plain, fields: readonly string[]) => string
  /** Some of the rows of a list, of which `before` are written already. */
  readonly some: (rows: readonly Plain[], fields: readonly string[], before: number) => string
  /** What follows the last of them. */
  readonly end: (count: number, fields: readonly string[]) => string
  /** Whether all rows have to be there before the first can be written. */
  readonly needsAll?: true
  readonly value: (value: unknown) => string
}

export function isForPrograms(format: OutputFormat): format is ProgramFormat {
  return PROGRAM_FORMATS.some((known) => known === format)
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

const jsonText = (value: unknown) => `${escapedText(JSON.stringify(value, null, 2))}\n`
export const jsonLine = (value: unknown) => `${escapedText(JSON.stringify(value))}\n`

/** One element of a JSON array, laid out as it would be within the array. */
function elementText(plain: Plain, before: number): string {
  const text = escapedText(JSON.stringify(plain, null, 2))
  return `${before === 0 ? '[' : ','}\n  ${text.replaceAll('\n', '\n  ')}`
}

export const JSON_PRINTER: Printer = {
  line: jsonLine,
  some: (rows, _, before) => rows.map((row, at) => elementText(row, before + at)).join(''),
  end: (count) => (count === 0 ? '[]\n' : '\n]\n'),
  value: jsonText,
}

export const NDJSON_PRINTER: Printer = {
  line: jsonLine,
  some: (rows) => rows.map(jsonLine).join(''),
  end: () => '',
  value: (value) => (Array.isArray(value) ? value.map(jsonLine).join('') : jsonLine(value)),
}

/** The header of rows that come over time once. */
export function csvPrinter(): Printer {
  let headIsOut = false
  const someOf: Printer['some'] = (rows, fields, before) => {
    const lines = rows.map((row) => csvLine(fields.map((field) => row[field])))
    return (before === 0 ? csvLine(fields) : '') + lines.join('')
  }
  return {
    line(row, fields) {
      const before = Number(headIsOut)
      headIsOut = true
      return someOf([row], fields, before)
    },
    some: someOf,
    end: (count, fields) => (count === 0 ? csvLine(fields) : ''),
    value: (value) => {
      const rows = rowsOf(value)
      return csvText(Object.keys(rows[0] ?? {}), rows)
    },
  }
}
