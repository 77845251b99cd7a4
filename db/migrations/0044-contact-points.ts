/** Where operators are told what happens to the site, and the notices that go there. */
import { sql } from 'kysely'
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const contactPoints: Migration = {
  name: '0044-contact-points',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      texts(
        smalls(
          id(db.schema.createTable('contact_points'), engine, 'never-reused'),
          0,
          ...['enabled', 'recoveries', 'group_minutes'],
        ),
        ...['name', 'service', 'fields', 'secrets_sealed', 'target', 'severities', 'types'],
        ...['language', 'quiet_from', 'quiet_to', 'time_zone', 'last_failure'],
      ),
      ...['last_at', 'created_at', 'updated_at'],
    ),
    db.schema.createIndex('contact_points_by_name').unique().on('contact_points').column('name'),
    db.schema
      .alterTable('outbox')
      .addColumn('contact_point_id', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .createIndex('outbox_by_contact_point')
      .on('outbox')
      .columns(['contact_point_id', 'type', 'next_at'])
      .where(sql.ref('contact_point_id'), '<>', sql.lit(0)),
  ],
}
