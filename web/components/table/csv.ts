/** Rows as comma separated values, handed to the browser as a file. */
import { csvText } from '../../../server/domain/text/csv'
import { downloadFile } from './download'

export function downloadCsv(
  name: string,
  columns: readonly string[],
  rows: readonly object[],
): void {
  // The mark makes spreadsheets read it as UTF-8.
  downloadFile(name, `\ufeff${csvText(columns, rows)}`, 'text/csv')
}
