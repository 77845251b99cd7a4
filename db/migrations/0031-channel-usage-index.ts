/** What a channel has used beyond its row is asked with every look at it. */
import type { Migration } from '../migration'

export const channelUsageIndex: Migration = {
  name: '0031-channel-usage-index',
  isAdditive: true,
  statements: (db) => [
    db.schema
      .createIndex('channel_usage_of_channel')
      .on('channel_usage')
      .columns(['channel_id', 'used']),
  ],
}
