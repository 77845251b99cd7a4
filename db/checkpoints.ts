/**
 * Brings what was committed from the write-ahead log into the file. That waits for the disk,
 * so it is a thread's work: first beside the writer, then what came in meanwhile, which is
 * little, while nobody writes. Only then does the log begin anew instead of growing.
 */
import type { ReadQuery } from './reader-thread'
import type { WriteQueue } from './write-queue'

export interface CheckpointParts {
  /** Runs a statement on a thread. */
  readonly read: (query: ReadQuery) => Promise<object[]>
  readonly queue: WriteQueue
  /** Rows that were changed since the database was opened. */
  readonly changes: () => number
}

const LOOK_EVERY_MS = 100
/** Rows of the relay's tables, with their indexes, take about a fifth of a page each. */
const ROWS = 20_000
const CHECKPOINT: ReadQuery = { sql: 'PRAGMA wal_checkpoint(PASSIVE)', parameters: [] }

export class Checkpoints {
  readonly #parts: CheckpointParts
  readonly #timer: ReturnType<typeof setInterval>
  #done = 0
  #running: Promise<void> | undefined

  constructor(parts: CheckpointParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
    // A program that has nothing else to do may end.
    this.#timer.unref()
  }

  /** Resolves when none is under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  #look(): void {
    const changes = this.#parts.changes()
    if (this.#running !== undefined || changes - this.#done < ROWS) return
    this.#done = changes
    // The next one brings what this one could not; the writer itself does when none can.
    this.#running = this.#run()
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined
      })
  }

  async #run(): Promise<void> {
    const { read, queue } = this.#parts
    await read(CHECKPOINT)
    await queue.acquire()
    try {
      await read(CHECKPOINT)
    } finally {
      queue.release()
    }
  }
}
