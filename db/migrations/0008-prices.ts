/** What operators set for single models, over the tables that options hold or the program ships. */
import type { Migration } from '../migration'
import { texts } from '../migration-columns'

export const prices: Migration = {
  name: '0008-prices',
  statements: (db) => [
    texts(
      db.schema.createTable('prices').addColumn('model', 'text', (c) => c.notNull().primaryKey()),
      'price',
    ),
  ],
}
