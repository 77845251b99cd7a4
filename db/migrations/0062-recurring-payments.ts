/**
 * Plans that a payment service renews, and the accounts of customers there. Not additive: an older
 * program would take the price of such a period out of the balance as well.
 */
import { sql } from 'kysely'
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const recurringPayments: Migration = {
  name: '0062-recurring-payments',
  statements: (db, engine) => [
    wholes(
      smalls(
        texts(
          id(db.schema.createTable('recurring_payments'), engine, 'never-reused'),
          ...['service', 'trade_no', 'reference', 'state', 'ask_problem'],
        ),
        0,
        ...['service_renews', 'is_sending'],
      ),
      ...['user_id', 'subscription_id', 'period_end', 'ask_at', 'answered_at'],
      ...['revision', 'created_at'],
    ),
    db.schema
      .createIndex('recurring_payments_by_order')
      .unique()
      .on('recurring_payments')
      .column('trade_no'),
    db.schema
      .createIndex('recurring_payments_by_reference')
      .unique()
      .on('recurring_payments')
      .columns(['service', 'reference'])
      .where(sql<boolean>`reference <> ''`),
    db.schema
      .createIndex('recurring_payments_by_subscription')
      .on('recurring_payments')
      .column('subscription_id'),
    db.schema
      .createIndex('recurring_payments_going')
      .on('recurring_payments')
      .column('ask_at')
      .where(sql<boolean>`reference <> '' and state <> 'ended'`),
    wholes(
      texts(
        id(db.schema.createTable('payment_customers'), engine, 'never-reused'),
        ...['service', 'reference'],
      ),
      ...['user_id', 'created_at'],
    ),
    db.schema
      .createIndex('payment_customers_once')
      .unique()
      .on('payment_customers')
      .columns(['user_id', 'service']),
    ...['recurring_id', 'period_start', 'period_end'].map((name) =>
      db.schema.alterTable('top_ups').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
    db.schema
      .alterTable('subscriptions')
      .addColumn('renewed_by', 'text', (c) => c.notNull().defaultTo('balance')),
  ],
}
