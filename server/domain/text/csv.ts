/** Rows as comma separated values, as RFC 4180 has them: header, quotes, CRLF. */

import { escapedText } from './visible-text'

/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t]/

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cell(value: unknown): string {
  // Lines within a cell end as they do on this machine; a tab is a blank and steers nothing.
  const lines = plainText(value).replaceAll('\r\n', '\n').split('\t')
  const plain = lines.map(escapedText).join('\t')
  const safe = typeof value === 'string' && FORMULA.test(plain) ? `'${plain}` : plain
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

export function csvText(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const values = new Map(Object.entries(row))
    return csvLine(columns.map((name) => values.get(name)))
  })
  return csvLine(columns) + lines.join('')
}
