/** Kysely on Bun's own PostgreSQL client. */
import type { ReservedSQL, SQL } from 'bun'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import { failureOf } from './failure'

/**
 * Types that arrive as text because they may exceed a double: int8 and numeric. Credits stay
 * below 2^53 and every ratio is text, so numbers lose nothing and both engines answer alike.
 */
const INT8 = 20
const NUMERIC = 1700

export class BunPostgresDialect implements Dialect {
  readonly #pool: SQL

  constructor(pool: SQL) {
    this.#pool = pool
  }

  createDriver(): Driver {
    return new BunPostgresDriver(this.#pool)
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

class BunPostgresDriver implements Driver {
  readonly #pool: SQL

  constructor(pool: SQL) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new BunPostgresConnection(await this.#pool.reserve())
    } catch (error) {
      throw failureOf(error)
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof BunPostgresConnection) connection.release()
  }

  /** The pool belongs to whoever opened it. */
  async destroy(): Promise<void> {}
}

/**
 * PostgreSQL refuses U+0000 in text, which SQLite keeps. Upstream messages and names that
 * clients choose may have it, and must not keep a bill from being written.
 */
function storable(parameter: unknown): unknown {
  if (typeof parameter !== 'string' || !parameter.includes('\0')) return parameter
  return parameter.replaceAll('\0', '\uFFFD')
}

class BunPostgresConnection implements DatabaseConnection {
  readonly #reserved: ReservedSQL

  constructor(reserved: ReservedSQL) {
    this.#reserved = reserved
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#reserved
      .unsafe<Record<string, unknown>[]>(query.sql, query.parameters.map(storable))
      .catch((error: unknown) => {
        throw failureOf(error)
      })
    const wide = (result.columns ?? []).filter(({ type }) => type === INT8 || type === NUMERIC)
    for (const { name } of wide) {
      for (const row of result) {
        if (typeof row[name] === 'string') row[name] = Number(row[name])
      }
    }
    return { rows: [...result] as R[], numAffectedRows: BigInt(result.affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('page by id instead of streaming: no cursor is kept open on PostgreSQL')
  }

  release(): void {
    this.#reserved.release()
  }
}
