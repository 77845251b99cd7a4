import { type Compilable, createQueryId, type DialectAdapter, type Kysely, RawNode } from 'kysely'
import type { Schema } from '../schema'

/** A batch is cut into these, so that there are few statements to keep. */
const SIZES = [64, 16, 4, 1] as const

type Statement<Row> = (trx: Kysely<Schema>, rows: readonly Row[]) => Compilable

interface CompiledInsert {
  readonly sql: string
  readonly query: RawNode
  readonly columns: readonly string[]
}

/**
 * Rows that only ever grow, many in one statement. Putting such a statement together takes
 * longer than running it, so its text is cached.
 */
export class GrowingRows<Row extends object> {
  readonly #statement: Statement<Row>
  readonly #compiled = new WeakMap<DialectAdapter, Map<number, CompiledInsert>>()

  /** Nothing in the statement is a parameter but what is in the rows. */
  constructor(statement: Statement<Row>) {
    this.#statement = statement
  }

  /** Each row at most once per call of this; all have the same columns. */
  async add(trx: Kysely<Schema>, rows: readonly Row[]): Promise<void> {
    let at = 0
    while (at < rows.length) {
      const size = SIZES.find((each) => each <= rows.length - at) ?? 1
      const part = rows.slice(at, at + size)
      const { columns, ...compiled } = this.#compiledFor(trx, part)
      const parameters: unknown[] = []
      for (const row of part) {
        for (const name of columns) parameters.push(Reflect.get(row, name))
      }
      // `CompiledQuery.raw` freezes the parameters, which takes as long as all the rest.
      await trx.executeQuery({ ...compiled, parameters, queryId: createQueryId() })
      at += size
    }
  }

  #compiledFor(trx: Kysely<Schema>, rows: readonly Row[]): CompiledInsert {
    const { adapter } = trx.getExecutor()
    const bySize = this.#compiled.get(adapter) ?? new Map<number, CompiledInsert>()
    this.#compiled.set(adapter, bySize)
    const cached = bySize.get(rows.length)
    if (cached !== undefined) return cached
    const { sql, parameters } = this.#statement(trx, rows).compile()
    // The order in which the statement names them.
    const columns = Object.keys(rows[0] ?? {})
    if (parameters.length !== rows.length * columns.length) {
      throw new Error(`${parameters.length} parameters for ${rows.length} rows: ${sql}`)
    }
    const made = { sql, query: RawNode.createWithSql(sql), columns }
    bySize.set(rows.length, made)
    return made
  }
}
