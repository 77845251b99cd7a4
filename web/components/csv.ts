/** Rows as comma separated values, handed to the browser as a file. */

/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  const plain = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(plain) ? `'${plain}` : plain
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvText(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const values = new Map(Object.entries(row))
    return columns.map((name) => cell(values.get(name))).join(',')
  })
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

export function downloadCsv(
  name: string,
  columns: readonly string[],
  rows: readonly object[],
): void {
  // The mark makes spreadsheets read it as UTF-8.
  const file = new Blob(['\ufeff', csvText(columns, rows)], { type: 'text/csv' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
