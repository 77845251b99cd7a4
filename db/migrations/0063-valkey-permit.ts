/** Until when Valkey may count events that PostgreSQL counts otherwise. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const valkeyPermit: Migration = {
  name: '0063-valkey-permit',
  isAdditive: true,
  statements: (db) => [
    wholes(
      texts(
        db.schema.createTable('valkey_permit').addColumn('id', 'bigint', (c) => c.primaryKey()),
        'generation',
      ),
      ...(['since_at', 'before_at', 'until_at'] as const),
    ),
  ],
}
