/** Which rows of the log are no longer here, and are read where they were copied to. */
import type { Migration } from '../migration'

const COLUMNS = ['away_from', 'away_before', 'away_upto_id', 'away_since'] as const

export const logAway: Migration = {
  name: '0057-log-away',
  isAdditive: true,
  statements: (db) =>
    COLUMNS.map((name) =>
      db.schema
        .alterTable('log_shipping')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0)),
    ),
}
