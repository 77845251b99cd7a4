/**
 * Limits of tokens, users, groups and channels, and what is used of them. A counter begins with
 * its window, so nothing is ever set back. A hold knows what it has counted, so that whoever ends
 * it can correct that.
 */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const limits: Migration = {
  name: '0014-limits',
  statements: (db, engine) => {
    const table = id(db.schema.createTable('limits'), engine, 'never-reused')
    const words = ['subject', 'key', 'kind', 'window', 'zone', 'set_by'] as const
    const counters = db.schema
      .createTable('limit_counters')
      .addColumn('limit_id', 'bigint', (column) => column.notNull())
      .addColumn('start_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('limit_counters_key', ['limit_id', 'start_at'])
    const marks = (name: string) =>
      db.schema
        .alterTable(name)
        .addColumn('counted', 'text', (column) => column.notNull().defaultTo(''))
    return [
      smalls(wholes(texts(table, ...words), 'amount', 'created_at', 'updated_at'), 0, 'start_hour'),
      db.schema
        .createIndex('limits_by_subject')
        .unique()
        .on('limits')
        .columns(['subject', 'key', 'kind', 'window', 'set_by']),
      wholes(counters, 'used'),
      marks('reservations'),
      marks('released_holds'),
    ]
  },
}
