/** Kysely on the log in ClickHouse: queries of the table `logs`, and nothing else. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  DefaultQueryCompiler,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type IdentifierNode,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryCompiler,
  type QueryResult,
  type RawNode,
  type ReferenceNode,
  type TableNode,
} from 'kysely'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { recordOf } from '../../server/domain/json/records'
import type { AskClickHouse } from './connection'
import { ROWS } from './log-table'

/** Of one query of a page; an export asks for a thousand rows at a time. */
const QUERY_SECONDS = 10
/** The server ends a query itself, a moment before. */
const TIMEOUT_MS = 11_000
/** So long nobody waits for it again in vain. */
const REST_MS = 15_000
/** More than any list, sum by hours or sum by keys answers with. */
const MOST_ROWS = 200_000

const SETTINGS = {
  default_format: 'JSON',
  // Figures stay below 2^53; as text they would be unlike those of the other engines.
  output_format_json_quote_64bit_integers: '0',
  // No part of an answer is sent before all of it is there.
  wait_end_of_query: '1',
  readonly: '2',
  max_execution_time: String(QUERY_SECONDS),
  max_result_rows: String(MOST_ROWS),
  result_overflow_mode: 'throw',
  // In `sum(quota) as quota … order by sum(quota)` the column is meant.
  prefer_column_name_to_alias: '1',
  // Rows that replace each other have the same time.
  do_not_merge_across_partitions_select_final: '1',
} as const

export class ClickHouseDialect implements Dialect {
  readonly #connection: ClickHouseConnection

  constructor(ask: AskClickHouse, timeoutMs = TIMEOUT_MS) {
    this.#connection = new ClickHouseConnection(ask, timeoutMs)
  }

  createDriver(): Driver {
    return new ClickHouseDriver(this.#connection)
  }

  createQueryCompiler(): QueryCompiler {
    return new ClickHouseQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

class ClickHouseQueryCompiler extends DefaultQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.addParameter(value)
    this.append(`{p${this.numParameters}:${typeOf(value)}}`)
  }

  protected override visitTable({ table }: TableNode): void {
    if (nameOf(table.identifier) !== 'logs') throw new Error('only the log is in ClickHouse')
    this.append(`${ROWS} as `)
    this.visitNode(table)
  }

  protected override visitReference({ table, column }: ReferenceNode): void {
    if (table !== undefined) {
      this.visitNode(table.table)
      this.append('.')
    }
    this.visitNode(column)
  }

  /** Its `like` has the escape that others have to declare, and no word for it everywhere. */
  protected override visitRaw(node: RawNode): void {
    const sqlFragments = node.sqlFragments.map((part) => part.replace(` escape '\\'`, ''))
    super.visitRaw({ ...node, sqlFragments })
  }
}

function nameOf({ name }: IdentifierNode): string {
  return name
}

function typeOf(value: unknown): string {
  if (typeof value === 'string') return 'String'
  if (typeof value !== 'number') throw new Error('ClickHouse is asked by texts and numbers')
  if (!Number.isSafeInteger(value)) return 'Float64'
  return value < 0 ? 'Int64' : 'UInt64'
}

class ClickHouseDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('ClickHouse has no transactions')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class ClickHouseConnection implements DatabaseConnection {
  readonly #ask: AskClickHouse
  readonly #timeoutMs: number
  #restsUntil = 0

  constructor(ask: AskClickHouse, timeoutMs: number) {
    this.#ask = ask
    this.#timeoutMs = timeoutMs
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const named = parameters.map((value, at) => [`p${at + 1}`, storable(value)] as const)
    if (performance.now() < this.#restsUntil) {
      throw new GatewayError('log.store_away', {}, { cause: new Error('it was too slow just now') })
    }
    try {
      const said = await this.#ask({
        query: sql,
        parameters: Object.fromEntries(named),
        settings: SETTINGS,
        timeoutMs: this.#timeoutMs,
      })
      const { data } = recordOf(said)
      if (!Array.isArray(data)) throw new Error('ClickHouse answered without rows')
      return { rows: data as R[] }
    } catch (cause) {
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      if (isLate) this.#restsUntil = performance.now() + REST_MS
      throw new GatewayError('log.store_away', {}, { cause })
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('ClickHouse is read page by page')
  }
}

function storable(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value)
}
