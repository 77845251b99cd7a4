/** Requests of the management API that are carried out once, however often they are sent. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const idempotencyKeys: Migration = {
  name: '0022-idempotency-keys',
  statements: (db) => {
    const keys = db.schema
      .createTable('idempotency_keys')
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    return [
      texts(wholes(keys, 'created_at'), 'request', 'answer_sealed'),
      db.schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at'),
    ]
  },
}
