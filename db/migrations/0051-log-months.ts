/** Past months of the log that stand in files of their own beside a SQLite database. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const logMonths: Migration = {
  name: '0051-log-months',
  isAdditive: true,
  statements: (db) => [
    wholes(
      texts(db.schema.createTable('log_months'), 'month', 'file', 'state'),
      ...['from_at', 'before_at', 'upto_id', 'planned_id', 'rows', 'bytes', 'moved_at'],
    ).addPrimaryKeyConstraint('log_months_month', ['month']),
  ],
}
