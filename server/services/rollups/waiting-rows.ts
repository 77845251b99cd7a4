import type { Kysely } from 'kysely'
import type { Db } from '../../../db/db'
import type { Schema } from '../../../db/schema'
import type { Logger } from '../../log'

const RETRY_AFTER_MS = 10_000
const ROWS_PER_COMMIT = 100
/** Waiting rows; what comes beyond is not counted while the database cannot be written. */
const MOST_WAITING = 50_000

type AddRows<Row> = (trx: Kysely<Schema>, rows: readonly Row[]) => Promise<void>

/** Rows on their way into the database, one write after the other. */
export class WaitingRows<Row> {
  readonly #db: Db
  readonly #log: Logger
  readonly #addTo: AddRows<Row>
  #rows: Row[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }, addTo: AddRows<Row>) {
    this.#db = db
    this.#log = log
    this.#addTo = addTo
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
    const due = this.#rows
    this.#rows = []
    try {
      while (due.length > 0) {
        const rows = due.slice(0, ROWS_PER_COMMIT)
        await this.#db.transaction((trx) => this.#addTo(trx, rows))
        due.splice(0, rows.length)
      }
    } catch (error) {
      this.#log.warn('counts of calls could not be written', { waiting: due.length, error })
      this.#rows = [...due, ...this.#rows]
      this.wake(RETRY_AFTER_MS, () => this.flush())
    }
  }
}
