/** Kysely on reading threads: SQLite's own words, and no transactions. */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { SqliteDialect } from '../sqlite/dialect'
import type { MonthAccess } from './month'
import type { ReaderPool } from './pool'

export class ThreadDialect extends SqliteDialect {
  readonly #pool: ReaderPool
  readonly #month: MonthAccess | undefined

  constructor(pool: ReaderPool, month?: MonthAccess) {
    super()
    this.#pool = pool
    this.#month = month
  }

  override createDriver(): Driver {
    return new ThreadDriver(this.#pool, this.#month)
  }
}

class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection

  constructor(pool: ReaderPool, month: MonthAccess | undefined) {
    this.#connection = new ThreadConnection(pool, month)
  }

  async init(): Promise<void> {}

  /** Whichever thread is free answers: each query is on its own. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('lists have no transactions')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  /** The threads belong to whoever opened the database. */
  async destroy(): Promise<void> {}
}

class ThreadConnection implements DatabaseConnection {
  readonly #pool: ReaderPool
  readonly #month: MonthAccess | undefined

  constructor(pool: ReaderPool, month: MonthAccess | undefined) {
    this.#pool = pool
    this.#month = month
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#pool.read({ sql, parameters, month: this.#month })) as R[] }
  }

  /** In one piece: a thread that kept a place in its rows could answer nobody else. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}
