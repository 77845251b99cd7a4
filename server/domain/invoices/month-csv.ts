/** The statement of a month as a table for other programs. */
import { csvLine } from '../text/csv'
import type { MonthStatement } from './month'

const COLUMNS = ['month', 'line', 'name', 'count', 'tokens', 'credits'] as const

/** What stands in both forms: one line each, from the balance at the start to that at the end. */
export function monthCsv(statement: MonthStatement): string {
  const { month, opening, closing, booked, models } = statement
  const rows = [
    ['opening', '', '', '', opening],
    ...booked.map(({ kind, count, credits }) => ['booked', kind, count, '', credits]),
    ...models.map(({ model, calls, tokens, credits }) => ['model', model, calls, tokens, credits]),
    ['closing', '', '', '', closing],
  ]
  return csvLine(COLUMNS) + rows.map((row) => csvLine([month, ...row])).join('')
}
