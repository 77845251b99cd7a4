/**
 * Second factors of users and their recovery codes, and which sign-ins wait for one. Programs of
 * before it would take a sign-in that waits for a whole one, so they are not let in.
 */
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

const ZERO = ['factor_at', 'pending'] as const

export const secondFactors: Migration = {
  name: '0032-second-factors',
  statements: (db, engine) => [
    wholes(
      texts(
        wholes(id(db.schema.createTable('second_factors'), engine, 'never-reused'), 'user_id'),
        ...(['kind', 'name', 'secret_sealed', 'public_key', 'transports'] as const),
      ),
      ...(['last_step', 'sign_count', 'active', 'created_at'] as const),
    )
      .addColumn('credential_id', 'text')
      .addColumn('last_used_at', 'bigint'),
    db.schema.createIndex('second_factors_by_user').on('second_factors').column('user_id'),
    db.schema
      .createIndex('second_factors_by_credential')
      .unique()
      .on('second_factors')
      .column('credential_id'),
    texts(
      wholes(id(db.schema.createTable('recovery_codes'), engine, 'never-reused'), 'user_id'),
      'code_hash',
    ).addColumn('used_at', 'bigint'),
    db.schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id'),
    ...ZERO.map((name) =>
      db.schema.alterTable('sessions').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
  ],
}
