/**
 * What calls used and cost by everybody and everything that had a part in them, by the minute,
 * hour and day; conversations; and what the log says of a call besides: which client, which
 * conversation, how many milliseconds.
 */
import { type CreateTableBuilder, sql } from 'kysely'
import type { Engine, Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

const SLOTS = [
  ...['le_50', 'le_100', 'le_150', 'le_200', 'le_300', 'le_450', 'le_650', 'le_900', 'le_1300'],
  ...['le_1900', 'le_2800', 'le_4000', 'le_6000', 'le_9000', 'le_15000', 'le_30000', 'le_60000'],
  'le_more',
]

const USED = ['prompt_tokens', 'cached_tokens', 'cache_write_tokens', 'completion_tokens']
const COUNTS = ['calls', 'failed', 'refused', 'quota', 'uncollected', 'cost', ...USED]

export const usageFacts: Migration = {
  name: '0023-usage-facts',
  statements: (db, engine) => {
    const key = (table: CreateTableBuilder<string, string>, ...names: string[]) =>
      names.reduce((t, name) => t.addColumn(name, 'bigint', (c) => c.notNull()), table)
    const facts = key(
      db.schema.createTable('usage_facts'),
      ...['step', 'at', 'user_id', 'token_id', 'channel_id'],
    )
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('group', 'text', (c) => c.notNull())
      .addColumn('client', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('usage_facts_key', [
        ...([
          'step',
          'at',
          'user_id',
          'token_id',
          'channel_id',
          'model',
          'group',
          'client',
        ] as const),
      ])
    const sessions = key(db.schema.createTable('call_sessions'), 'user_id')
      .addColumn('session', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('call_sessions_key', ['user_id', 'session'])
    return [
      keyed(engine, wholes(facts, ...COUNTS, ...SLOTS)),
      texts(
        wholes(
          sessions,
          ...['token_id', 'first_at', 'last_at', 'calls', 'failed', 'quota', 'uncollected'],
          ...USED,
        ),
        ...['client', 'models', 'channels'],
      ),
      db.schema.createIndex('call_sessions_by_time').on('call_sessions').column('last_at'),
      ...['client', 'session'].map((name) =>
        db.schema.alterTable('logs').addColumn(name, 'text', (c) => c.notNull().defaultTo('')),
      ),
      db.schema
        .alterTable('logs')
        .addColumn('duration_ms', 'bigint', (c) => c.notNull().defaultTo(0)),
      db.schema
        .createIndex('logs_by_session')
        .on('logs')
        .columns(['session', 'id'])
        .where(sql.ref('session'), '<>', sql.lit('')),
    ]
  },
}

/** Kept in the order of the key, which is how all of it is read: a tree less to write. */
function keyed(engine: Engine, table: CreateTableBuilder<string, string>) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}
