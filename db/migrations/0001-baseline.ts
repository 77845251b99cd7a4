/** The first schema: every table of `schema.ts`, on both engines. */
import { type Compilable, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine, Migration } from '../migration'
import { id, optionalWholes, smalls, texts, wholes } from '../migration-columns'
import type { Schema } from '../schema'

type Db = Kysely<Schema>
type Table = CreateTableBuilder<string, string>

export const baseline: Migration = {
  name: '0001-baseline',
  statements: (db, engine) => [
    ...userTables(db, engine),
    ...tokenTables(db, engine),
    ...channelTables(db, engine),
    ...ledgerTables(db, engine),
    ...usageTables(db, engine),
    ...shopTables(db, engine),
    ...taskTables(db, engine),
    ...operatorTables(db, engine),
  ],
}

function start(db: Db, name: keyof Schema): Table {
  return db.schema.createTable(name)
}

function userTables(db: Db, engine: Engine): Compilable[] {
  let users = id(start(db, 'users'), engine, 'never-reused')
  users = texts(users, 'username', 'password_hash', 'display_name')
  users = smalls(users, 1, 'role', 'status')
  users = texts(users, 'email', 'github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id')
  users = wholes(users, 'quota', 'used_quota', 'request_count')
  users = users.addColumn('group', 'text', (c) => c.notNull().defaultTo('default'))
  users = texts(users, 'aff_code')
  users = wholes(users, 'aff_count', 'aff_quota', 'aff_history_quota', 'inviter_id')
  users = texts(users, 'setting')
  users = wholes(users, 'created_at', 'updated_at')
  users = optionalWholes(users, 'deleted_at')

  let accessTokens = id(start(db, 'access_tokens'), engine, 'never-reused')
  accessTokens = ownedByUser(accessTokens)
  accessTokens = texts(accessTokens, 'name', 'token_hash')
  accessTokens = wholes(accessTokens, 'created_at')
  accessTokens = optionalWholes(accessTokens, 'last_used_at', 'expires_at')

  let sessions = start(db, 'sessions').addColumn('id', 'text', (c) => c.notNull().primaryKey())
  sessions = ownedByUser(sessions)
  sessions = wholes(sessions, 'expires_at', 'created_at', 'last_seen_at')
  sessions = texts(sessions, 'ip', 'user_agent')

  let codes = id(start(db, 'verification_codes'), engine, 'never-reused')
  codes = texts(codes, 'purpose', 'subject')
  codes = optionalWholes(codes, 'user_id')
  codes = texts(codes, 'code_hash')
  codes = smalls(codes, 0, 'attempts')
  codes = wholes(codes, 'created_at', 'expires_at')
  codes = optionalWholes(codes, 'used_at')

  return [
    users,
    unique(db, 'users', 'username'),
    // A name that differs only in case from another would be a disguise.
    db.schema
      .createIndex('users_username_folded')
      .unique()
      .on('users')
      .expression(sql`lower(username)`),
    uniqueWhereGiven(db, 'aff_code'),
    // An address belongs to one living account; a deleted account gives it back.
    db.schema
      .createIndex('users_email')
      .unique()
      .on('users')
      .expression(sql`lower(email)`)
      .where(sql<boolean>`email <> '' and deleted_at is null`),
    ...['github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id'].map((column) =>
      uniqueWhereGiven(db, column),
    ),
    accessTokens,
    unique(db, 'access_tokens', 'token_hash'),
    index(db, 'access_tokens', 'user_id'),
    sessions,
    index(db, 'sessions', 'user_id'),
    index(db, 'sessions', 'expires_at'),
    codes,
    index(db, 'verification_codes', 'purpose', 'subject'),
  ]
}

function tokenTables(db: Db, engine: Engine): Compilable[] {
  let tokens = id(start(db, 'tokens'), engine, 'never-reused')
  tokens = wholes(tokens, 'user_id')
  tokens = texts(tokens, 'key_hash', 'key_sealed', 'key_hint')
  tokens = smalls(tokens, 1, 'status')
  tokens = texts(tokens, 'name')
  tokens = wholes(tokens, 'created_time', 'accessed_time')
  tokens = tokens.addColumn('expired_time', 'bigint', (c) => c.notNull().defaultTo(-1))
  tokens = wholes(tokens, 'remain_quota')
  tokens = smalls(tokens, 0, 'unlimited_quota', 'model_limits_enabled')
  tokens = texts(tokens, 'model_limits', 'allow_ips')
  tokens = wholes(tokens, 'used_quota')
  tokens = texts(tokens, 'group')
  tokens = optionalWholes(tokens, 'deleted_at')
  return [tokens, unique(db, 'tokens', 'key_hash'), index(db, 'tokens', 'user_id')]
}

function channelTables(db: Db, engine: Engine): Compilable[] {
  let channels = id(start(db, 'channels'), engine, 'never-reused')
  channels = smalls(channels, 0, 'type')
  channels = texts(channels, 'key_sealed', 'key_hash', 'openai_organization', 'test_model')
  channels = smalls(channels, 1, 'status')
  channels = texts(channels, 'name')
  channels = wholes(channels, 'weight', 'created_time', 'test_time', 'response_time')
  channels = texts(channels, 'base_url', 'other')
  channels = channels.addColumn('balance', 'double precision', (c) => c.notNull().defaultTo(0))
  channels = wholes(channels, 'balance_updated_time')
  channels = texts(channels, 'models')
  channels = channels.addColumn('group', 'text', (c) => c.notNull().defaultTo('default'))
  channels = wholes(channels, 'used_quota')
  channels = texts(channels, 'model_mapping', 'status_code_mapping')
  channels = wholes(channels, 'priority')
  channels = smalls(channels, 1, 'auto_ban')
  channels = texts(channels, 'other_info').addColumn('tag', 'text')
  channels = texts(channels, 'setting', 'param_override')
  channels = smalls(channels, 0, 'allow_private')

  let abilities = start(db, 'abilities')
    .addColumn('group', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'bigint', (c) =>
      c.notNull().references('channels.id').onDelete('cascade'),
    )
  abilities = smalls(abilities, 1, 'enabled')
  abilities = wholes(abilities, 'priority', 'weight').addColumn('tag', 'text')
  abilities = abilities.addPrimaryKeyConstraint('abilities_key', ['group', 'model', 'channel_id'])
  return [
    channels,
    index(db, 'channels', 'tag'),
    index(db, 'channels', 'key_hash'),
    abilities,
    index(db, 'abilities', 'channel_id'),
  ]
}

function ledgerTables(db: Db, engine: Engine): Compilable[] {
  let ledger = id(start(db, 'ledger'), engine, 'append-only')
  ledger = wholes(ledger, 'created_at')
  ledger = texts(ledger, 'kind')
  ledger = wholes(ledger, 'user_id', 'token_id', 'user_delta', 'token_delta', 'charge')
  ledger = texts(ledger, 'reference')

  let reservations = start(db, 'reservations')
  reservations = reservations.addColumn('call_id', 'text', (c) => c.notNull().primaryKey())
  reservations = wholes(reservations, 'user_id', 'token_id', 'amount')
  reservations = texts(reservations, 'model_name')
  reservations = wholes(reservations, 'created_at')
  // Two writes fewer per call: the row lives in its key's tree.
  if (engine === 'sqlite') reservations = reservations.modifyEnd(sql`without rowid`)
  return [
    ledger,
    // Calls are told by the logs; the index stays small and off the hot path.
    db.schema
      .createIndex('ledger_account_history')
      .on('ledger')
      .columns(['user_id', 'id'])
      .where(sql<boolean>`kind not in ('reserve', 'settle', 'release')`),
    reservations,
  ]
}

function usageTables(db: Db, engine: Engine): Compilable[] {
  let logs = id(start(db, 'logs'), engine, 'append-only')
  logs = wholes(logs, 'user_id', 'created_at')
  logs = smalls(logs, 0, 'type')
  logs = texts(logs, 'content', 'username', 'token_name', 'model_name')
  logs = wholes(logs, 'quota', 'prompt_tokens', 'completion_tokens', 'use_time')
  logs = smalls(logs, 0, 'is_stream')
  logs = wholes(logs, 'channel_id', 'token_id')
  logs = texts(logs, 'group', 'ip', 'request_id', 'other')

  let hours = id(start(db, 'quota_data'), engine, 'append-only')
  hours = wholes(hours, 'user_id')
  hours = texts(hours, 'username', 'model_name')
  hours = wholes(hours, 'created_at', 'token_used', 'count', 'quota')
  return [
    logs,
    index(db, 'logs', 'created_at'),
    index(db, 'logs', 'user_id', 'created_at'),
    index(db, 'logs', 'token_id', 'created_at'),
    index(db, 'logs', 'request_id'),
    hours,
    unique(db, 'quota_data', 'user_id', 'model_name', 'created_at'),
    index(db, 'quota_data', 'created_at'),
  ]
}

function shopTables(db: Db, engine: Engine): Compilable[] {
  let redemptions = id(start(db, 'redemptions'), engine, 'never-reused')
  redemptions = wholes(redemptions, 'user_id')
  redemptions = texts(redemptions, 'key')
  redemptions = smalls(redemptions, 1, 'status')
  redemptions = texts(redemptions, 'name')
  redemptions = wholes(redemptions, 'quota', 'created_time', 'redeemed_time', 'used_user_id')
  redemptions = optionalWholes(redemptions, 'deleted_at')

  let topUps = id(start(db, 'top_ups'), engine, 'never-reused')
  topUps = wholes(topUps, 'user_id', 'amount', 'money_cents')
  topUps = texts(topUps, 'trade_no', 'payment_method', 'status')
  topUps = wholes(topUps, 'create_time', 'complete_time')
  return [
    redemptions,
    unique(db, 'redemptions', 'key'),
    topUps,
    unique(db, 'top_ups', 'trade_no'),
    index(db, 'top_ups', 'user_id'),
  ]
}

function taskTables(db: Db, engine: Engine): Compilable[] {
  let drawings = id(start(db, 'midjourneys'), engine, 'never-reused')
  drawings = wholes(drawings, 'code', 'user_id')
  drawings = texts(drawings, 'action', 'mj_id', 'prompt', 'prompt_en', 'description', 'state')
  drawings = wholes(drawings, 'submit_time', 'start_time', 'finish_time')
  drawings = texts(drawings, 'image_url', 'status', 'progress', 'fail_reason')
  drawings = wholes(drawings, 'channel_id', 'quota')
  drawings = texts(drawings, 'buttons', 'properties')

  let tasks = id(start(db, 'tasks'), engine, 'never-reused')
  tasks = wholes(tasks, 'created_at', 'updated_at')
  tasks = texts(tasks, 'task_id', 'platform')
  tasks = wholes(tasks, 'user_id', 'channel_id', 'quota')
  tasks = texts(tasks, 'action', 'status', 'fail_reason')
  tasks = wholes(tasks, 'submit_time', 'start_time', 'finish_time')
  tasks = texts(tasks, 'progress', 'properties', 'data')
  return [
    drawings,
    index(db, 'midjourneys', 'mj_id'),
    index(db, 'midjourneys', 'user_id', 'submit_time'),
    index(db, 'midjourneys', 'status'),
    tasks,
    index(db, 'tasks', 'task_id'),
    index(db, 'tasks', 'user_id', 'submit_time'),
    index(db, 'tasks', 'status'),
  ]
}

function operatorTables(db: Db, engine: Engine): Compilable[] {
  const options = start(db, 'options').addColumn('key', 'text', (c) => c.notNull().primaryKey())

  let audit = id(start(db, 'audit_log'), engine, 'append-only')
  audit = wholes(audit, 'created_at')
  audit = texts(audit, 'actor')
  audit = wholes(audit, 'actor_id')
  audit = texts(audit, 'ip', 'action', 'target', 'before', 'after', 'request_id')
  return [texts(options, 'value'), audit, index(db, 'audit_log', 'created_at')]
}

/** Goes with its user. */
function ownedByUser(table: Table): Table {
  return table.addColumn('user_id', 'bigint', (c) =>
    c.notNull().references('users.id').onDelete('cascade'),
  )
}

function index(db: Db, table: keyof Schema, ...columns: string[]): Compilable {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
}

function unique(db: Db, table: keyof Schema, ...columns: string[]): Compilable {
  const name = `${table}_${columns.join('_')}`
  return db.schema.createIndex(name).unique().on(table).columns(columns)
}

/** One account per identity; "" means none. */
function uniqueWhereGiven(db: Db, column: string): Compilable {
  return db.schema
    .createIndex(`users_${column}`)
    .unique()
    .on('users')
    .column(column)
    .where(column, '<>', '')
}
