/**
 * Calls counted by the hour for every channel, token, user and model, and by the minute for the
 * site, so that a page about one of them reads a few rows whatever the log holds. What the log
 * knows of the last days is counted at once, for the many tokens and users only as far back as
 * anything is compared with; how long those calls waited it does not know.
 */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine, Migration } from '../migration'
import { texts, wholes } from '../migration-columns'
import type { Schema } from '../schema'

const SLOTS = [
  ...['le_50', 'le_100', 'le_150', 'le_200', 'le_300', 'le_450', 'le_650', 'le_900', 'le_1300'],
  ...['le_1900', 'le_2800', 'le_4000', 'le_6000', 'le_9000', 'le_15000', 'le_30000', 'le_60000'],
  'le_more',
]

/** Types of log rows: answered calls, and failed ones. */
const CALL = 2
const FAILED = 5
const DAY = 86_400

const OF_EACH = [
  { kind: 'channel', subject: 'cast(channel_id as text)', about: 'channel_id > 0', days: 31 },
  { kind: 'token', subject: 'cast(token_id as text)', about: 'token_id > 0', days: 8 },
  { kind: 'user', subject: 'cast(user_id as text)', about: 'user_id > 0', days: 8 },
  { kind: 'model', subject: 'model_name', about: "model_name <> ''", days: 31 },
  { kind: 'site', subject: "''", about: '1 = 1', days: 8 },
] as const

export const rollups: Migration = {
  name: '0012-rollups',
  statements: (db, engine) => [
    keyed(
      engine,
      texts(
        wholes(
          db.schema
            .createTable('rollups')
            .addColumn('kind', 'text', (column) => column.notNull())
            .addColumn('subject', 'text', (column) => column.notNull())
            .addColumn('at', 'bigint', (column) => column.notNull())
            .addPrimaryKeyConstraint('rollups_key', ['kind', 'subject', 'at']),
          ...['calls', 'failed', 'refused', 'quota', 'tokens'],
          ...SLOTS,
        ),
        'errors',
      ),
    ),
    db.schema.createIndex('rollups_by_time').on('rollups').columns(['kind', 'at']),
    ...OF_EACH.map((each) => counted(db, each)),
  ],
}

/** Kept in the order of the key, which is how all of it is read: a tree less to write. */
function keyed(engine: Engine, table: CreateTableBuilder<string, string>) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}

/** A failure that no channel had a part in was a refusal. */
function counted(db: Kysely<Schema>, { kind, subject, about, days }: (typeof OF_EACH)[number]) {
  const step = kind === 'site' ? 60 : 3600
  const at = sql<number>`created_at - created_at % ${sql.lit(step)}`
  const sumIf = (condition: string) =>
    sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`
  return db
    .insertInto('rollups')
    .columns(['kind', 'subject', 'at', 'calls', 'failed', 'refused', 'quota', 'tokens'])
    .expression((e) =>
      e
        .selectFrom('logs')
        .select([
          sql.lit<string>(kind).as('kind'),
          sql<string>`${sql.raw(subject)}`.as('subject'),
          at.as('at'),
          sumIf(`type = ${CALL} or channel_id > 0`).as('calls'),
          sumIf(`type = ${FAILED} and channel_id > 0`).as('failed'),
          sumIf(`type = ${FAILED} and channel_id = 0`).as('refused'),
          sql<number>`sum(quota)`.as('quota'),
          sql<number>`sum(prompt_tokens + completion_tokens)`.as('tokens'),
        ])
        .where('type', 'in', [sql.lit(CALL), sql.lit(FAILED)])
        .where(sql<boolean>`${sql.raw(about)}`)
        .where(
          'created_at',
          '>=',
          sql<number>`(select coalesce(max(created_at), 0) - ${sql.lit(days * DAY)} from logs)`,
        )
        // By the names of the columns: PostgreSQL groups by no constant.
        .groupBy([sql.ref('subject'), sql.ref('at')]),
    )
}
