import type { Insertable, Kysely } from 'kysely'
import type { Schema } from './schema'

export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>

/** SQLite binds at most 32,766 values per statement. */
const VALUES_PER_STATEMENT = 20_000

/** Many rows of one table, as they are: for copies and measurements, not for business. */
export async function insertRows<Table extends keyof Schema>(
  trx: Kysely<Schema>,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const step = Math.max(1, Math.floor(VALUES_PER_STATEMENT / Object.keys(first).length))
  for (let start = 0; start < rows.length; start += step) {
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + step))
      .execute()
  }
}
