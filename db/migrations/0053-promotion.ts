/** Where invited users have registered, and on which day each user has checked in last. */
import type { Migration } from '../migration'

export const promotion: Migration = {
  name: '0053-promotion',
  isAdditive: true,
  statements: (db) => [
    db.schema
      .createTable('invited')
      .addColumn('user_id', 'bigint', (c) => c.primaryKey())
      .addColumn('inviter_id', 'bigint', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
    db.schema.createIndex('invited_by_inviter').on('invited').columns(['inviter_id', 'address']),
    db.schema
      .createTable('check_ins')
      .addColumn('user_id', 'bigint', (c) => c.primaryKey())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  ],
}
