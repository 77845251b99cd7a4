/**
 * Tokens that an operator has frozen, until when and why. Programs of before it would let their
 * calls pass, so they are not let in.
 */
import type { Migration } from '../migration'

export const frozenTokens: Migration = {
  name: '0034-frozen-tokens',
  statements: (db) => [
    db.schema
      .alterTable('tokens')
      .addColumn('frozen_until', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .alterTable('tokens')
      .addColumn('frozen_reason', 'text', (c) => c.notNull().defaultTo('')),
  ],
}
