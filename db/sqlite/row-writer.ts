/** Many rows of one table with few statements, on SQLite. */
import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite'

/** Beginning and ending a statement costs about as much as a narrow row. */
const ROWS_AT_ONCE = 8

/** Inserts rows of one table, several with one statement. */
export class RowWriter {
  readonly #one: Statement<unknown, SQLQueryBindings[]>
  readonly #several: Statement<unknown, SQLQueryBindings[]>
  readonly #width: number

  constructor(database: Database, table: string, columns: readonly string[]) {
    const row = `(${columns.map(() => '?').join(', ')})`
    const insert = (rows: number) =>
      database.prepare<unknown, SQLQueryBindings[]>(
        `insert into ${table} (${columns.join(', ')}) values ${Array(rows).fill(row).join(', ')}`,
      )
    this.#one = insert(1)
    this.#several = insert(ROWS_AT_ONCE)
    this.#width = columns.length
  }

  /** `values` of all rows, one row after the other. */
  write(values: readonly SQLQueryBindings[]): void {
    const many = this.#width * ROWS_AT_ONCE
    let at = 0
    for (; at + many <= values.length; at += many) {
      this.#several.run(...values.slice(at, at + many))
    }
    for (; at < values.length; at += this.#width) {
      this.#one.run(...values.slice(at, at + this.#width))
    }
  }
}
