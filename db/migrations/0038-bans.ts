/** Why a user is banned, and until when. */
import type { Migration } from '../migration'

export const bans: Migration = {
  name: '0038-bans',
  isAdditive: true,
  statements: (db) => [
    db.schema
      .alterTable('users')
      .addColumn('banned_until', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .alterTable('users')
      .addColumn('banned_reason', 'text', (c) => c.notNull().defaultTo('')),
    db.schema.createIndex('users_by_ban').on('users').column('banned_until'),
  ],
}
