/** Questions to the page Explore, under a name. */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const charts: Migration = {
  name: '0024-charts',
  statements: (db, engine) => {
    const table = wholes(id(db.schema.createTable('charts'), engine, 'never-reused'), 'user_id')
    return [
      wholes(smalls(texts(table, 'name', 'query'), 0, 'shared', 'pinned'), 'created_at'),
      db.schema.createIndex('charts_by_owner').on('charts').column('user_id'),
    ]
  },
}
