/** Tags of calls: fixed at tokens, in the log, and what calls with each of them used. */
import { type CreateTableBuilder, sql } from 'kysely'
import type { Engine, Migration } from '../migration'
import { wholes } from '../migration-columns'

const SLOTS = [
  ...['le_50', 'le_100', 'le_150', 'le_200', 'le_300', 'le_450', 'le_650', 'le_900', 'le_1300'],
  ...['le_1900', 'le_2800', 'le_4000', 'le_6000', 'le_9000', 'le_15000', 'le_30000', 'le_60000'],
  'le_more',
]

const COUNTS = [
  ...['calls', 'failed', 'refused', 'quota', 'uncollected', 'cost', 'prompt_tokens'],
  ...['cached_tokens', 'cache_write_tokens', 'completion_tokens'],
]
const IDS = ['step', 'at', 'user_id', 'token_id', 'channel_id'] as const
const TEXTS = ['model', 'group', 'client', 'tag'] as const

export const tags: Migration = {
  name: '0039-tags',
  isAdditive: true,
  statements: (db, engine) => [
    ...(['tokens', 'logs'] as const).map((table) =>
      db.schema.alterTable(table).addColumn('tags', 'text', (c) => c.notNull().defaultTo('')),
    ),
    keyed(engine, wholes(columns(db.schema.createTable('usage_tags')), ...COUNTS, ...SLOTS)),
  ],
}

function columns(table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string> {
  const numbered = IDS.reduce((t, name) => t.addColumn(name, 'bigint', (c) => c.notNull()), table)
  const named = TEXTS.reduce((t, name) => t.addColumn(name, 'text', (c) => c.notNull()), numbered)
  return named.addPrimaryKeyConstraint('usage_tags_key', [...IDS, ...TEXTS])
}

/** Kept in the order of the key, which is how all of it is read. */
function keyed(engine: Engine, table: CreateTableBuilder<string, string>) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}
