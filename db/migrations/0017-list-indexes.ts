/**
 * What lists are sorted, narrowed and counted by. Counting a million jobs of a month by state
 * takes the index alone instead of rows with whole answers in them. Indexes grow wider where one
 * stood, and only tables that are written seldom get further ones. Orders also keep the number
 * that the payment service has for them.
 */
import type { Compilable, Kysely } from 'kysely'
import type { Migration } from '../migration'
import type { Schema } from '../schema'

export const listIndexes: Migration = {
  name: '0017-list-indexes',
  statements: (db) => [
    db.schema
      .alterTable('top_ups')
      .addColumn('provider_trade_no', 'text', (c) => c.notNull().defaultTo('')),
    ...['status', 'create_time', 'complete_time', 'credits', 'money_cents'].map((column) =>
      index(db, 'top_ups', column),
    ),
    ...['state', 'attempts'].map((column) => index(db, 'outbox', column)),
    db.schema.dropIndex('audit_log_created_at'),
    index(db, 'audit_log', 'created_at', 'action'),
    ...jobs(db, 'midjourneys'),
    ...jobs(db, 'tasks'),
  ],
}

function jobs(db: Kysely<Schema>, table: 'midjourneys' | 'tasks'): Compilable[] {
  return [
    index(db, table, 'submit_time'),
    index(db, table, 'quota'),
    db.schema.dropIndex(`${table}_status`),
    index(db, table, 'status', 'submit_time'),
    db.schema.dropIndex(`${table}_user_id_submit_time`),
    index(db, table, 'user_id', 'submit_time', 'status'),
  ]
}

function index(db: Kysely<Schema>, table: keyof Schema, ...columns: string[]): Compilable {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
}
