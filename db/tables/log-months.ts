/** Which past months of the log stand in files of their own, and who has their rows. */
import type { Kysely, Transaction } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LogMonthsTable } from '../schema/logs'

export type LogMonthRow = LogMonthsTable

/** The newest first. */
export async function logMonths(reader: Lists | Kysely<Schema>): Promise<LogMonthRow[]> {
  return await reader.selectFrom('log_months').selectAll().orderBy('from_at', 'desc').execute()
}

export async function putLogMonth(trx: Transaction<Schema>, row: LogMonthRow): Promise<void> {
  const { month: _, ...changed } = row
  await trx
    .insertInto('log_months')
    .values(row)
    .onConflict((conflict) => conflict.column('month').doUpdateSet(changed))
    .execute()
}

/** Only where the month is still stored in that file. */
export async function setLogMonth(
  trx: Transaction<Schema>,
  { month, file }: Pick<LogMonthRow, 'month' | 'file'>,
  changed: Partial<LogMonthRow>,
): Promise<void> {
  await trx
    .updateTable('log_months')
    .set(changed)
    .where('month', '=', month)
    .where('file', '=', file)
    .execute()
}

export async function removeLogMonth(trx: Transaction<Schema>, month: string): Promise<void> {
  await trx.deleteFrom('log_months').where('month', '=', month).execute()
}

/** So many rows of it were deleted. */
export async function takeFromLogMonth(
  trx: Transaction<Schema>,
  month: string,
  rows: number,
): Promise<void> {
  if (rows === 0) return
  await trx
    .updateTable('log_months')
    .set((e) => ({ rows: e('rows', '-', rows) }))
    .where('month', '=', month)
    .execute()
}
