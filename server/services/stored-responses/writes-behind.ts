/** Writes that nobody waits for, unless somebody asks for what is being written. */
import type { Transaction } from 'kysely'
import type { Db } from '../../../db/db'
import type { Schema } from '../../../db/schema'
import type { Logger } from '../../log'

export interface BehindParts {
  readonly db: Db
  readonly log: Logger
}

/** Characters of texts that wait for the database; what comes beyond them is not stored. */
const MOST_WAITING = 64 * 1024 * 1024

interface Written {
  readonly id: string
  readonly characters: number
}

export class WritesBehind {
  readonly #parts: BehindParts
  readonly #writing = new Set<Promise<void>>()
  #waiting = 0

  constructor(parts: BehindParts) {
    this.#parts = parts
  }

  add({ id, characters }: Written, write: (trx: Transaction<Schema>) => Promise<unknown>): void {
    const { db, log } = this.#parts
    if (this.#waiting + characters > MOST_WAITING) {
      log.error('an answer is not kept: too many wait for the database', { id })
      return
    }
    this.#waiting += characters
    const writing = db
      .transaction(async (trx) => {
        await write(trx)
      })
      .catch((error: unknown) => log.error('an answer could not be kept', { id, error }))
      .finally(() => {
        this.#waiting -= characters
        this.#writing.delete(writing)
      })
    this.#writing.add(writing)
  }

  /** Resolves when what was added so far is written. */
  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
