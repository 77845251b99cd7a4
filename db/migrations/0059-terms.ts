/** Which version of the terms of use a user has accepted last, and all that were accepted. */
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

export const terms: Migration = {
  name: '0059-terms',
  isAdditive: true,
  statements: (db, engine) => [
    db.schema
      .alterTable('users')
      .addColumn('terms_version', 'text', (c) => c.notNull().defaultTo('')),
    db.schema
      .alterTable('users')
      .addColumn('terms_accepted', 'bigint', (c) => c.notNull().defaultTo(0)),
    wholes(
      texts(id(db.schema.createTable('terms_acceptances'), engine, 'append-only'), 'version'),
      ...['user_id', 'accepted_at'],
    ),
    db.schema
      .createIndex('terms_acceptances_by_user')
      .unique()
      .on('terms_acceptances')
      .columns(['user_id', 'version']),
  ],
}
