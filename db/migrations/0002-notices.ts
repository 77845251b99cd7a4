/** When a user was last told about something, so that nobody is told twice in a short while. */
import type { Migration } from '../migration'
import { wholes } from '../migration-columns'

export const notices: Migration = {
  name: '0002-notices',
  statements: (db) => [
    wholes(
      db.schema
        .createTable('notices')
        .addColumn('user_id', 'bigint', (c) =>
          c.notNull().references('users.id').onDelete('cascade'),
        )
        .addColumn('kind', 'text', (c) => c.notNull()),
      'sent_at',
    ).addPrimaryKeyConstraint('notices_key', ['user_id', 'kind']),
  ],
}
