/**
 * Organisations: accounts that several people share, with members, invitations and projects.
 * Programs of before it would pass over the limits of members and projects, so they are not let in.
 */
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

const HOLDERS = ['member_id', 'project_id'] as const

export const organisations: Migration = {
  name: '0035-organisations',
  statements: (db, engine) => [
    db.schema
      .alterTable('users')
      .addColumn('account_type', 'text', (c) => c.notNull().defaultTo('person')),
    ...HOLDERS.map((name) =>
      db.schema.alterTable('tokens').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
    db.schema
      .alterTable('audit_log')
      .addColumn('organisation_id', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .createIndex('audit_by_organisation')
      .on('audit_log')
      .columns(['organisation_id', 'id']),
    wholes(
      texts(
        db.schema.createTable('organisations').addColumn('id', 'bigint', (c) => c.primaryKey()),
        'join_domains',
      ),
      ...(['created_by', 'created_at'] as const),
    ),
    wholes(
      texts(id(db.schema.createTable('members'), engine, 'never-reused'), 'role', 'state'),
      ...(['organisation_id', 'user_id', 'created_at'] as const),
    ),
    db.schema
      .createIndex('members_by_user')
      .unique()
      .on('members')
      .columns(['user_id', 'organisation_id']),
    db.schema.createIndex('members_by_organisation').on('members').column('organisation_id'),
    wholes(
      texts(id(db.schema.createTable('projects'), engine, 'never-reused'), 'name'),
      ...(['organisation_id', 'created_at', 'closed_at'] as const),
    ),
    db.schema
      .createIndex('projects_by_organisation')
      .unique()
      .on('projects')
      .columns(['organisation_id', 'name']),
    wholes(
      texts(
        id(db.schema.createTable('invitations'), engine, 'never-reused'),
        ...(['email', 'role', 'code_hash'] as const),
      ),
      ...(['organisation_id', 'uses_left', 'expires_at', 'created_by', 'created_at'] as const),
    ),
    db.schema.createIndex('invitations_by_code').unique().on('invitations').column('code_hash'),
    db.schema
      .createIndex('invitations_by_organisation')
      .on('invitations')
      .column('organisation_id'),
    db.schema.createIndex('tokens_by_member').on('tokens').column('member_id'),
  ],
}
