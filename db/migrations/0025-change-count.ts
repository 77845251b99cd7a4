/** How often what nodes keep in memory was changed: for those that a notice does not reach. */
import type { Migration } from '../migration'
import { wholes } from '../migration-columns'

export const changeCount: Migration = {
  name: '0025-change-count',
  statements: (db) => [
    wholes(db.schema.createTable('change_count'), 'count'),
    db.insertInto('change_count').values({ count: 0 }),
  ],
}
