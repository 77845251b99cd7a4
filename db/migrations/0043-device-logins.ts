/** Programs that wait for somebody to let them in at a browser (RFC 8628). */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const deviceLogins: Migration = {
  name: '0043-device-logins',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      smalls(
        texts(
          id(db.schema.createTable('device_logins'), engine, 'never-reused'),
          ...['device_hash', 'user_hash', 'client', 'device_name'],
          ...['ip', 'network', 'scopes', 'state'],
        ),
        0,
        'interval_s',
      ),
      ...['user_id', 'created_at', 'expires_at', 'polled_at'],
    ),
    db.schema
      .createIndex('device_logins_by_device')
      .unique()
      .on('device_logins')
      .column('device_hash'),
    db.schema.createIndex('device_logins_by_user').unique().on('device_logins').column('user_hash'),
    db.schema.createIndex('device_logins_by_expiry').on('device_logins').column('expires_at'),
  ],
}
