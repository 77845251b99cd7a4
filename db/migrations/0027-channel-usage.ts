/** What channels have used and their rows do not say yet: every batch of every node would wait. */
import type { Migration } from '../migration'
import { wholes } from '../migration-columns'

export const channelUsage: Migration = {
  name: '0027-channel-usage',
  statements: (db) => [wholes(db.schema.createTable('channel_usage'), 'channel_id', 'used')],
}
