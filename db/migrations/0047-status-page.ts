/** What the status page shows: calls that were answered by model and group, and incidents. */
import { type CreateTableBuilder, sql } from 'kysely'
import type { Engine, Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

const SLOTS = [
  ...['le_50', 'le_100', 'le_150', 'le_200', 'le_300', 'le_450', 'le_650', 'le_900', 'le_1300'],
  ...['le_1900', 'le_2800', 'le_4000', 'le_6000', 'le_9000', 'le_15000', 'le_30000', 'le_60000'],
  'le_more',
]

export const statusPage: Migration = {
  name: '0047-status-page',
  isAdditive: true,
  statements: (db, engine) => [
    keyed(
      engine,
      wholes(
        db.schema
          .createTable('availability')
          .addColumn('step', 'bigint', (c) => c.notNull())
          .addColumn('at', 'bigint', (c) => c.notNull())
          .addColumn('model', 'text', (c) => c.notNull())
          .addColumn('group', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint('availability_key', ['step', 'at', 'model', 'group']),
        ...['calls', 'failed'],
        ...SLOTS,
      ),
    ),
    wholes(
      texts(
        id(db.schema.createTable('incidents'), engine, 'never-reused'),
        ...['kind', 'title', 'state', 'impact', 'models', 'source'],
      ),
      ...['starts_at', 'ends_at', 'created_at', 'updated_at'],
    ),
    db.schema.createIndex('incidents_by_time').on('incidents').column('created_at'),
    wholes(
      texts(
        id(db.schema.createTable('incident_updates'), engine, 'never-reused'),
        ...['state', 'body'],
      ),
      ...['incident_id', 'created_at'],
    ),
    db.schema
      .createIndex('incident_updates_by_incident')
      .on('incident_updates')
      .columns(['incident_id', 'id']),
  ],
}

/** Kept in the order of the key, which is how all of it is read: a tree less to write. */
function keyed(engine: Engine, table: CreateTableBuilder<string, string>) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}
