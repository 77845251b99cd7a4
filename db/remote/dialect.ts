/** Kysely on the writer's connection: SQLite's own words, carried out in another process. */
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { SqliteDialect } from '../sqlite/dialect'
import type { HeldConnection, Writer } from './writer'

export class RemoteDialect extends SqliteDialect {
  readonly #writer: Writer

  constructor(writer: Writer) {
    super()
    this.#writer = writer
  }

  override createDriver(): Driver {
    return new RemoteDriver(this.#writer)
  }
}

class RemoteDriver implements Driver {
  readonly #writer: Writer
  readonly #held = new WeakMap<DatabaseConnection, HeldConnection>()

  constructor(writer: Writer) {
    this.#writer = writer
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const held = await this.#writer.hold()
    const connection = new RemoteConnection(held)
    this.#held.set(connection, held)
    return connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /** Releasing the connection undoes it. */
  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    // A writer that is gone holds nothing any more.
    await this.#held
      .get(connection)
      ?.release()
      .catch(() => undefined)
  }

  /** The link belongs to whoever opened it. */
  async destroy(): Promise<void> {}
}

class RemoteConnection implements DatabaseConnection {
  readonly #held: HeldConnection

  constructor(held: HeldConnection) {
    this.#held = held
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, insertId } = await this.#held.query(sql, parameters)
    return {
      rows: rows as R[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(insertId !== undefined && { insertId: BigInt(insertId) }),
    }
  }

  /** In one piece: the writer answers complete queries. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}
