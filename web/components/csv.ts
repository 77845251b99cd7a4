/** Rows as comma separated values, handed to the browser as a file. */
import { csvText } from '../../server/domain/csv'

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
