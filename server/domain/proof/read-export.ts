/**
 * Exports as rows of names and texts, whatever they came in: CSV, one JSON document, a list, or
 * one JSON object per line. Names are compared without case and signs, since the same column is
 * `lineItem/UsageType` here and `line_item_usage_type` there.
 */
import { isRecord } from '../json/records'
import { readCsv } from './read-csv'

export type ExportRow = Readonly<Record<string, string>>

/** The same for every way of writing it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** None for a text that begins like JSON and is none. */
export function readExport(text: string): readonly ExportRow[] {
  const start = text.trimStart().charAt(0)
  if (start === '{' || start === '[') return jsonValues(text).flatMap(rowsIn)
  return readCsv(text).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [plainName(name), cell])),
  )
}

function jsonValues(text: string): readonly unknown[] {
  const whole = parsed(text)
  if (whole !== undefined) return [whole]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parsed)
  return values.includes(undefined) ? [] : values
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Pages of an API hold buckets of time, and those the results; results take the bucket's time. */
function rowsIn(value: unknown): readonly ExportRow[] {
  if (Array.isArray(value)) return value.flatMap(rowsIn)
  if (!isRecord(value)) return []
  if (Array.isArray(value.data)) return value.data.flatMap(rowsIn)
  if (!Array.isArray(value.results)) return [flat(value)]
  const { results, ...bucket } = value
  const place = flat({ ...bucket, object: undefined })
  return results.filter(isRecord).map((result) => ({ ...place, ...flat(result) }))
}

/** Fields of objects within it stand under both names. */
function flat(value: Readonly<Record<string, unknown>>): ExportRow {
  const row: Record<string, string> = {}
  for (const [name, cell] of Object.entries(value)) {
    if (isRecord(cell)) {
      for (const [inner, text] of Object.entries(flat(cell))) row[plainName(name) + inner] = text
    } else if (cell !== null && cell !== undefined && typeof cell !== 'object') {
      row[plainName(name)] = String(cell)
    }
  }
  return row
}
