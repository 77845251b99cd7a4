/** Kysely on reading threads: SQLite's own words, and no transactions. */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { SqliteDialect } from '../sqlite/dialect'
import type { ReaderPool } from './pool'

export class ThreadDialect extends SqliteDialect {
  readonly #pool: ReaderPool

  constructor(pool: ReaderPool) {
    super()
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new ThreadDriver(this.#pool)
  }
}

class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection

  constructor(pool: ReaderPool) {
    this.#connection = new ThreadConnection(pool)
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

  constructor(pool: ReaderPool) {
    this.#pool = pool
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#pool.read({ sql, parameters })) as R[] }
  }

  /** In one piece: a thread that kept a place in its rows could answer nobody else. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}
