/**
 * What upstreams keep for users: whose it is, and which channel and key made it. A row with work
 * that is not billed yet says when its upstream is asked next.
 */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const owned: Migration = {
  name: '0010-owned',
  statements: (db) => {
    const table = db.schema
      .createTable('owned')
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('owned_key', ['user_id', 'id'])
    const times = ['created_at', 'expires_at', 'poll_at', 'polls'] as const
    return [
      texts(wholes(table, 'token_id', 'channel_id', ...times), 'kind', 'key_hash', 'job'),
      db.schema
        .createIndex('owned_by_kind')
        .on('owned')
        .columns(['user_id', 'kind', 'created_at', 'id']),
      db.schema.createIndex('owned_by_end').on('owned').column('expires_at'),
      db.schema.createIndex('owned_by_poll').on('owned').column('poll_at').where('poll_at', '>', 0),
    ]
  },
}
