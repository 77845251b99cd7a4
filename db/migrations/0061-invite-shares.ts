/** How much of what invited users have used has earned who invited them a share. */
import type { Migration } from '../migration'
import { wholes } from '../migration-columns'

export const inviteShares: Migration = {
  name: '0061-invite-shares',
  isAdditive: true,
  statements: (db) => [
    wholes(
      db.schema
        .createTable('invite_shares')
        .addColumn('user_id', 'bigint', (c) => c.notNull().primaryKey()),
      ...['counted', 'due', 'parts', 'booked_at'],
    ),
  ],
}
