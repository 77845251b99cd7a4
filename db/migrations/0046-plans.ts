/**
 * Plans, who holds them, and what the ledger moves on their accounts. Not additive: an older
 * program would leave to the balance what a plan has paid for a call that died, and forget windows.
 */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const plans: Migration = {
  name: '0046-plans',
  statements: (db, engine) => [
    wholes(
      smalls(
        texts(
          id(db.schema.createTable('plans'), engine, 'never-reused'),
          ...['name', 'description', 'period_unit', 'terms'],
        ),
        0,
        ...['renews', 'on_sale', 'enabled', 'priority', 'period_count', 'most_per_user'],
      ),
      ...['price', 'grace_hours', 'created_at', 'updated_at'],
    ),
    wholes(
      smalls(
        texts(
          id(db.schema.createTable('subscriptions'), engine, 'never-reused'),
          ...['name', 'state', 'terms', 'period_unit', 'source', 'end_reason'],
        ),
        0,
        ...['renews', 'priority', 'period_count', 'periods'],
      ),
      ...['user_id', 'plan_id', 'price', 'remain', 'used', 'anchor_at', 'period_start'],
      ...['period_end', 'grace_hours', 'grace_until', 'paused_at', 'ended_at', 'created_at'],
    ),
    db.schema.createIndex('plans_on_sale').on('plans').columns(['on_sale', 'enabled']),
    db.schema.createIndex('plans_by_name').unique().on('plans').column('name'),
    db.schema
      .createIndex('subscriptions_by_user')
      .on('subscriptions')
      .columns(['user_id', 'state']),
    db.schema
      .createIndex('subscriptions_by_plan')
      .on('subscriptions')
      .columns(['plan_id', 'state']),
    db.schema
      .createIndex('subscriptions_by_end')
      .on('subscriptions')
      .columns(['state', 'period_end']),
    ...(['subscription_id', 'subscription_delta'] as const).map((name) =>
      db.schema.alterTable('ledger').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
    db.schema
      .createIndex('ledger_by_subscription')
      .on('ledger')
      .columns(['subscription_id', 'id'])
      .where('subscription_id', '<>', 0),
    db.schema
      .alterTable('users')
      .addColumn('subscriptions', 'integer', (c) => c.notNull().defaultTo(0)),
  ],
}
