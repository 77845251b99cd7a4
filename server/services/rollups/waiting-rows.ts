import type { Kysely } from 'kysely'
import type { Db } from '../../../db/db'
import type { Schema } from '../../../db/schema'
import type { Logger } from '../../log'

const RETRY_AFTER_MS = 10_000
const ROWS_PER_COMMIT = 100
/** Waiting rows; what comes beyond is not counted while the database cannot be written. */
const MOST_WAITING = 50_000

export interface WaitingRowsParts<Row> {
  readonly db: Pick<Db, 'transaction'>
  readonly log: Logger
  /** Each row at most once: PostgreSQL adds to no row twice in one statement. */
  readonly addTo: (trx: Kysely<Schema>, rows: readonly Row[]) => Promise<void>
  /** What distinguishes a row of the table from all others. */
  readonly keyOf: (row: Row) => string
}

/** Rows on their way into the database, one write after the other. */
export class WaitingRows<Row> {
  readonly #parts: WaitingRowsParts<Row>
  #rows: Row[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: WaitingRowsParts<Row>) {
    this.#parts = parts
  }

  add(rows: readonly Row[]): void {
    const room = MOST_WAITING - this.#rows.length
    this.#rows.push(...rows.slice(0, Math.max(0, room)))
  }

  wake(afterMs: number, flush: () => Promise<void>): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void flush()
    }, afterMs)
    this.#timer.unref()
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const { db, log, addTo } = this.#parts
    const due = this.#rows
    this.#rows = []
    try {
      while (due.length > 0) {
        const rows = this.#firstOf(due)
        await db.transaction((trx) => addTo(trx, rows))
        due.splice(0, rows.length)
      }
    } catch (error) {
      log.warn('counts of calls could not be written', { waiting: due.length, error })
      this.#rows = [...due, ...this.#rows]
      this.wake(RETRY_AFTER_MS, () => this.flush())
    }
  }

  /** As many as one commit takes, up to where a row would come again. */
  #firstOf(due: readonly Row[]): readonly Row[] {
    const keys = new Set<string>()
    for (const row of due) {
      const key = this.#parts.keyOf(row)
      if (keys.has(key) || keys.size === ROWS_PER_COMMIT) break
      keys.add(key)
    }
    return due.slice(0, keys.size)
  }
}
