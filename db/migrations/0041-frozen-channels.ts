/** Channels that root has frozen: until when, and what they were before. */
import type { Migration } from '../migration'

export const frozenChannels: Migration = {
  name: '0041-frozen-channels',
  isAdditive: true,
  statements: (db) => [
    ...(['frozen_until', 'frozen_from'] as const).map((name) =>
      db.schema.alterTable('channels').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
    db.schema.createIndex('channels_by_freeze').on('channels').column('frozen_until'),
  ],
}
