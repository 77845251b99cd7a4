/**
 * Orders keep the credits they were sold for. The log indexes of the baseline grow wider
 * instead of more: lists and sums are answered from the index alone, while a call pays for no
 * further tree (each costs about 10 µs).
 */
import { type Compilable, type Kysely, sql } from 'kysely'
import type { Migration } from '../migration'
import type { Schema } from '../schema'

export const ordersAndLogIndexes: Migration = {
  name: '0004-orders-and-log-indexes',
  statements: (db) => [
    db.schema.alterTable('top_ups').addColumn('credits', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.schema
      .createIndex('top_ups_pending')
      .on('top_ups')
      .column('create_time')
      .where(sql<boolean>`status = 'pending'`),
    ...widened(db, 'created_at'),
    ...widened(db, 'user_id', 'created_at'),
    ...widened(db, 'token_id', 'created_at'),
  ],
}

/** Type and quota are what lists are narrowed by and what totals are made of. */
function widened(db: Kysely<Schema>, ...columns: readonly string[]): Compilable[] {
  const name = `logs_${columns.join('_')}`
  return [
    db.schema.dropIndex(name),
    db.schema
      .createIndex(`${name}_type_quota`)
      .on('logs')
      .columns([...columns, 'type', 'quota']),
  ]
}
