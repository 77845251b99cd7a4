/**
 * Further OpenID Connect providers, who is known there, and by which of them a login came; and
 * what a directory has provisioned by SCIM.
 */
import { sql } from 'kysely'
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const identityProviders: Migration = {
  name: '0040-identity-providers',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      texts(
        smalls(
          id(db.schema.createTable('identity_providers'), engine, 'never-reused'),
          0,
          ...['enabled', 'registers', 'links_scim', 'single_logout'],
        ),
        ...['slug', 'name', 'well_known', 'client_id', 'client_secret_sealed', 'scopes'],
        ...['groups_claim', 'group_map', 'organisation_map', 'role_map'],
      ),
      ...['created_at', 'updated_at'],
    ),
    db.schema
      .createIndex('identity_providers_by_slug')
      .unique()
      .on('identity_providers')
      .column('slug'),
    db.schema
      .createIndex('identity_providers_by_name')
      .on('identity_providers')
      .columns(['enabled', 'name']),
    wholes(
      db.schema
        .createTable('identities')
        .addColumn('provider_id', 'bigint', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('user_id', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('identities_key', ['provider_id', 'subject']),
      'created_at',
    ),
    db.schema.createIndex('identities_by_user').on('identities').column('user_id'),
    ...['provider', 'provider_subject', 'provider_session'].map((name) =>
      db.schema.alterTable('sessions').addColumn(name, 'text', (c) => c.notNull().defaultTo('')),
    ),
    db.schema
      .createIndex('sessions_by_provider')
      .on('sessions')
      .columns(['provider', 'provider_subject'])
      .where(sql.ref('provider'), '<>', sql.lit('')),
    wholes(
      texts(
        smalls(
          db.schema.createTable('scim_users').addColumn('user_id', 'bigint', (c) => c.primaryKey()),
          1,
          'active',
        ),
        ...['user_name', 'external_id', 'given_name', 'family_name'],
      ),
      ...['created_at', 'updated_at'],
    ),
    db.schema.createIndex('scim_users_by_name').unique().on('scim_users').column('user_name'),
    wholes(
      texts(
        id(db.schema.createTable('scim_groups'), engine, 'never-reused'),
        ...['name', 'external_id'],
      ),
      ...['created_at', 'updated_at'],
    ),
    db.schema.createIndex('scim_groups_by_name').unique().on('scim_groups').column('name'),
    db.schema
      .createTable('scim_members')
      .addColumn('group_id', 'bigint', (c) => c.notNull())
      .addColumn('user_id', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('scim_members_key', ['group_id', 'user_id']),
    db.schema.createIndex('scim_members_by_user').on('scim_members').column('user_id'),
  ],
}
