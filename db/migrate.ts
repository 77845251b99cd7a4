/** Brings a database to the schema of this program: forward only, one transaction each. */
import { type Kysely, sql } from 'kysely'
import { GatewayError } from '../server/domain/errors/gateway-error'
import { fileStamp } from '../server/domain/text/file-stamp'
import type { Db } from './db'
import { backup } from './maintenance/backup'
import type { Migration } from './migration'
import { checksumOf } from './migration-checksum'
import { MIGRATIONS } from './migrations'
import type { Schema } from './schema'
import { freePath } from './sqlite/free-path'

/** Two processes that start at once on PostgreSQL take turns on this number. */
const ADVISORY_LOCK = 4_719_200_001

export interface MigrateOptions {
  readonly nowMs: number
  /** The program's own unless a test brings others. */
  readonly migrations?: readonly Migration[]
  /** Whether a SQLite file is copied before it is changed; `true` unless it is a copy itself. */
  readonly backUpFirst?: boolean
  /** Called with each step once it is committed. */
  readonly onApplied?: (name: string) => void
}

/**
 * Applies what is missing and returns the names. A SQLite file that holds anything is copied
 * to `<file>.<UTC time>.bak` first. Throws `db.too_new` or `db.checksum_differs` before any
 * change.
 */
export async function migrate(db: Db, options: MigrateOptions): Promise<string[]> {
  const { nowMs, migrations = MIGRATIONS, backUpFirst = true, onApplied } = options
  const pending = new Set(await pendingMigrations(db, migrations))
  if (pending.size === 0) return []
  if (backUpFirst) await backUpBefore(db, nowMs)
  const applied: string[] = []
  for (const migration of migrations) {
    if (!pending.has(migration.name)) continue
    if (!(await apply(db, migration, nowMs))) continue
    applied.push(migration.name)
    onApplied?.(migration.name)
  }
  return applied
}

export interface MigrationStep {
  readonly name: string
  /** An older program can go on with a database that has it. */
  readonly isAdditive: boolean
  readonly sql: readonly string[]
}

/** What this database lacks, as SQL, after the checks that `migrate` makes. */
export async function pendingSteps(
  db: Db,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly MigrationStep[]> {
  const pending = new Set(await pendingMigrations(db, migrations))
  return migrations
    .filter(({ name }) => pending.has(name))
    .map(({ name, isAdditive, statements }) => ({
      name,
      isAdditive: isAdditive === true,
      sql: statements(db.kysely, db.kind).map((statement) => statement.compile().sql),
    }))
}

/** Steps of a newer program that this one can live with, in their order. */
export async function newerMigrations(
  db: Db,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const known = new Set(migrations.map(({ name }) => name))
  const applied = await appliedMigrations(db)
  return applied.map(({ name }) => name).filter((name) => !known.has(name))
}

/** Names of the migrations that this database lacks, after the checks that `migrate` makes. */
export async function pendingMigrations(
  db: Db,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const known = new Map(migrations.map((each) => [each.name, each]))
  const applied = new Set<string>()
  for (const { name, checksum, additive } of await appliedMigrations(db)) {
    const migration = known.get(name)
    if (migration === undefined) {
      if (additive === 1) continue
      throw new GatewayError('db.too_new', { found: name, known: migrations.at(-1)?.name ?? '' })
    }
    if (checksumOf(migration, db.kind) !== checksum) {
      throw new GatewayError('db.checksum_differs', { name })
    }
    applied.add(name)
  }
  return migrations.map((each) => each.name).filter((name) => !applied.has(name))
}

async function appliedMigrations(db: Db) {
  const tables = await tableNames(db)
  if (!tables.includes('migrations')) return []
  return await db.kysely
    .selectFrom('migrations')
    // A database of before it lacks the last column.
    .selectAll()
    .orderBy('name')
    .execute()
}

async function tableNames(db: Db): Promise<string[]> {
  const query =
    db.kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema()`
  const { rows } = await query.execute(db.kysely)
  return rows.map((row) => row.name)
}

async function backUpBefore(db: Db, nowMs: number): Promise<void> {
  if (db.kind !== 'sqlite' || db.file === undefined || db.file === ':memory:') return
  if ((await tableNames(db)).length === 0) return
  // A migration that was killed may have made its copy in this very second.
  await backup(db, freePath(`${db.file}.${fileStamp(nowMs)}`, 'bak'))
}

async function apply(db: Db, migration: Migration, nowMs: number): Promise<boolean> {
  const { name } = migration
  return await db.transaction(async (trx) => {
    if (db.kind === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx)
    }
    await createMigrationsTable(trx)
    // Another process may have been quicker while this one waited for the lock.
    const done = trx.selectFrom('migrations').select('name').where('name', '=', name)
    if ((await done.executeTakeFirst()) !== undefined) return false
    for (const statement of migration.statements(trx, db.kind)) {
      await trx.executeQuery(statement.compile())
    }
    const checksum = checksumOf(migration, db.kind)
    const row = { name, checksum, applied_at: nowMs }
    const said = migration.isAdditive === true ? { ...row, additive: 1 } : row
    await trx.insertInto('migrations').values(said).execute()
    return true
  })
}

async function createMigrationsTable(kysely: Kysely<Schema>): Promise<void> {
  await kysely.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.notNull().primaryKey())
    .addColumn('checksum', 'text', (c) => c.notNull())
    .addColumn('applied_at', 'bigint', (c) => c.notNull())
    .execute()
}
