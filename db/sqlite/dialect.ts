/** Kysely on bun:sqlite: one connection, a statement cache, BEGIN IMMEDIATE always. */
import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { failureOf, whenNotBusy } from './busy'
import type { WriteQueue } from './write-queue'

const CACHED_STATEMENTS = 500

export interface SqliteDialectConfig {
  readonly database: Database
  /** Absent on the connection that only reads: nothing to wait for, and no transactions. */
  readonly queue?: WriteQueue | undefined
  readonly busyAttempts: number
}

/** SQLite's own words, whoever takes them to a database. */
export abstract class SqliteDialect implements Dialect {
  abstract createDriver(): Driver

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new QueuedAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

export class BunSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super()
    this.#config = config
  }

  override createDriver(): Driver {
    return new BunSqliteDriver(this.#config)
  }
}

/** The write queue decides who is next; Kysely's own lock would wait without a limit. */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class BunSqliteDriver implements Driver {
  readonly #queue: WriteQueue | undefined
  readonly #connection: BunSqliteConnection

  constructor(config: SqliteDialectConfig) {
    this.#queue = config.queue
    this.#connection = new BunSqliteConnection(config)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue?.acquire()
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    if (this.#queue === undefined) throw new Error('the reading connection has no transactions')
    // A deferred BEGIN fails half-way as soon as a second process writes.
    await this.#connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.abandonTransaction()
  }

  async releaseConnection(): Promise<void> {
    if (this.#queue === undefined) return
    this.#connection.abandonTransaction()
    this.#queue.release()
  }

  /** The database handle belongs to whoever opened it. */
  async destroy(): Promise<void> {}
}

class BunSqliteConnection implements DatabaseConnection {
  readonly #database: Database
  readonly #busyAttempts: number
  readonly #statements = new Map<string, Statement>()

  constructor(config: SqliteDialectConfig) {
    this.#database = config.database
    this.#busyAttempts = config.busyAttempts
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(query.sql)
    const parameters = query.parameters as SQLQueryBindings[]
    // Inside a transaction the lock is ours already; repeating there could not help.
    const attempts = this.#database.inTransaction ? 1 : this.#busyAttempts
    try {
      return await whenNotBusy(() => {
        if (statement.reader) return { rows: statement.all(...parameters) as R[] }
        const { changes, lastInsertRowid } = statement.run(...parameters)
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
      }, attempts)
    } catch (error) {
      throw failureOf(error)
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A cached statement has one cursor, which a second reader would move.
    using statement = this.#database.prepare<R, SQLQueryBindings[]>(query.sql)
    for (const row of statement.iterate(...(query.parameters as SQLQueryBindings[]))) {
      yield { rows: [row] }
    }
  }

  /** SQLite ends some failed transactions by itself; a second ROLLBACK would be an error. */
  abandonTransaction(): void {
    if (this.#database.inTransaction) this.#database.run('rollback')
  }

  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql)
    if (cached !== undefined) return cached
    if (this.#statements.size >= CACHED_STATEMENTS) this.#forgetOldest()
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #forgetOldest(): void {
    const [oldest] = this.#statements.keys()
    // Not finalised: a read that waits out a busy moment may still hold it.
    if (oldest !== undefined) this.#statements.delete(oldest)
  }
}
