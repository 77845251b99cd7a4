/**
 * The keys of a channel that has several, and what rests at the moment because it has failed.
 * `keys` is JSON text: each key sealed by itself, with its state; "" where the channel has one
 * key. `cooldowns` is written by the node that met the failure, for the others to see.
 */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const channelKeys: Migration = {
  name: '0015-channel-keys',
  statements: (db) => {
    const channels = () => db.schema.alterTable('channels')
    const cooldowns = db.schema
      .createTable('cooldowns')
      .addColumn('node', 'text', (column) => column.notNull())
      .addColumn('channel_id', 'bigint', (column) => column.notNull())
      .addColumn('key_id', 'bigint', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cooldowns_key', ['node', 'channel_id', 'key_id', 'model'])
    return [
      channels().addColumn('keys', 'text', (column) => column.notNull().defaultTo('')),
      channels().addColumn('key_mode', 'text', (column) => column.notNull().defaultTo('')),
      channels().addColumn('revived_at', 'bigint', (column) => column.notNull().defaultTo(0)),
      texts(wholes(cooldowns, 'since_at', 'until_at'), 'reason'),
      db.schema.createIndex('cooldowns_by_channel').on('cooldowns').column('channel_id'),
    ]
  },
}
