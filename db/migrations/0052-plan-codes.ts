/**
 * Codes that grant a plan, and when holders were told that theirs ends. Not additive: an older
 * program would take such a code and grant nothing.
 */
import type { Migration } from '../migration'

export const planCodes: Migration = {
  name: '0052-plan-codes',
  statements: (db) => [
    db.schema
      .alterTable('redemptions')
      .addColumn('plan_id', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .alterTable('subscriptions')
      .addColumn('reminded_at', 'bigint', (c) => c.notNull().defaultTo(0)),
  ],
}
