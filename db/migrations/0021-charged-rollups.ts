/** What was used and could not be collected, and attempts of a channel that failed in a row. */
import type { Migration } from '../migration'

const COLUMNS = ['uncollected', 'failed_in_row', 'failing_since', 'recovered_at'] as const

export const chargedRollups: Migration = {
  name: '0021-charged-rollups',
  statements: (db) =>
    COLUMNS.map((name) =>
      db.schema
        .alterTable('rollups')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0)),
    ),
}
