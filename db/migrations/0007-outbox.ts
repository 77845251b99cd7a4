/** Notices to people, kept until they have arrived or nobody tries any more. */
import type { Migration } from '../migration'
import { id, optionalWholes, texts, wholes } from '../migration-columns'

export const outbox: Migration = {
  name: '0007-outbox',
  statements: (db, engine) => [
    optionalWholes(
      wholes(
        texts(
          id(db.schema.createTable('outbox'), engine, 'never-reused'),
          'kind',
          'type',
          'content',
          'state',
          'way',
          'failure',
        ),
        'attempts',
        'created_at',
      ),
      'next_at',
      'done_at',
    )
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
      // One open notice of a kind to one user; closed ones have none.
      .addColumn('open_key', 'text', (c) => c.unique()),
    db.schema.createIndex('outbox_next').on('outbox').column('next_at'),
    db.schema.createIndex('outbox_user_kind').on('outbox').columns(['user_id', 'kind']),
  ],
}
