/** When a channel, or one of its keys, was last asked: epoch seconds, within the row's hour. */
import type { Migration } from '../migration'

export const lastUse: Migration = {
  name: '0016-last-use',
  statements: (db) => [
    db.schema
      .alterTable('rollups')
      .addColumn('last_at', 'bigint', (column) => column.notNull().defaultTo(0)),
  ],
}
