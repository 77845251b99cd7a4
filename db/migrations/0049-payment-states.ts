/**
 * Orders know their payment service, their currency, what has gone back, and when the service is
 * asked about them. Payments that fit no order wait for a person.
 */
import { sql } from 'kysely'
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

const TEXTS = [
  ['service', 'epay'],
  ['currency', 'CNY'],
  ...['checkout_id', 'plan', 'plan_outcome', 'ask_problem'].map((name) => [name, ''] as const),
] as const

const WHOLES = [
  ...['plan_id', 'subscription_id', 'refunded_cents', 'refunded_credits'],
  ...['ask_time', 'asked_time', 'revision'],
]

export const paymentStates: Migration = {
  name: '0049-payment-states',
  isAdditive: true,
  statements: (db, engine) => [
    ...TEXTS.map(([name, start]) =>
      db.schema.alterTable('top_ups').addColumn(name, 'text', (c) => c.notNull().defaultTo(start)),
    ),
    ...WHOLES.map((name) =>
      db.schema.alterTable('top_ups').addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    ),
    // What is open has never been asked about.
    db
      .updateTable('top_ups')
      .set((e) => ({ ask_time: e.ref('create_time') }))
      .where('status', '=', 'pending'),
    db.schema
      .createIndex('top_ups_to_ask')
      .on('top_ups')
      .column('ask_time')
      .where(sql<boolean>`ask_time > 0`),
    db.schema
      .createIndex('top_ups_by_payment')
      .on('top_ups')
      .column('provider_trade_no')
      .where(sql<boolean>`provider_trade_no <> ''`),
    wholes(
      texts(
        id(db.schema.createTable('payment_cases'), engine, 'never-reused'),
        ...['service', 'trade_no', 'reason', 'payment', 'currency', 'told', 'closed_by', 'note'],
      ),
      ...['money_cents', 'seen', 'created_at', 'last_at', 'closed_at'],
    ),
    db.schema
      .createIndex('payment_cases_once')
      .unique()
      .on('payment_cases')
      .columns(['service', 'trade_no', 'reason', 'payment']),
    db.schema.createIndex('payment_cases_open').on('payment_cases').columns(['closed_at', 'id']),
  ],
}
