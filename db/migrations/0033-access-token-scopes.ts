/**
 * Access tokens with a name and limits of their own, and roles that are sets of scopes. Programs
 * of before it know no scopes and would let everything pass, so they are not let in.
 */
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

const TEXTS = ['kind', 'scopes', 'networks', 'hint', 'last_used_ip'] as const

export const accessTokenScopes: Migration = {
  name: '0033-access-token-scopes',
  statements: (db, engine) => [
    ...TEXTS.map((name) =>
      db.schema
        .alterTable('access_tokens')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(name === 'kind' ? 'system' : '')),
    ),
    wholes(
      texts(id(db.schema.createTable('roles'), engine, 'never-reused'), 'name', 'scopes'),
      ...(['base', 'created_at'] as const),
    ),
    db.schema.createIndex('roles_by_name').unique().on('roles').column('name'),
    db.schema.alterTable('users').addColumn('role_id', 'bigint', (c) => c.notNull().defaultTo(0)),
  ],
}
