/**
 * Brings what was committed from the write-ahead log into the file. That waits for the disk,
 * so it is a thread's work: first alongside the writer, then what came in meanwhile, which is
 * little, while nobody writes. Only then does the log begin anew instead of growing.
 */
import type { ReadQuery } from '../readers/thread'
import type { WriteQueue } from '../sqlite/write-queue'

export interface CheckpointParts {
  /** Runs a statement on a thread. */
  readonly read: (query: ReadQuery) => Promise<object[]>
  readonly queue: WriteQueue
  /** Pages of the log that are not in the file yet. */
  readonly pagesWaiting: () => number
}

const LOOK_EVERY_MS = 100
/** Copied back at once: what is changed often meanwhile is copied once. */
const PAGES = 4_000
const CHECKPOINT: ReadQuery = { sql: 'PRAGMA wal_checkpoint(PASSIVE)', parameters: [] }

export class Checkpoints {
  readonly #parts: CheckpointParts
  readonly #timer: ReturnType<typeof setInterval>
  /** What the last one could not bring, because somebody still reads what is older. */
  #remaining = 0
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
    const waiting = this.#pagesWaiting()
    this.#remaining = Math.min(this.#remaining, waiting)
    if (this.#running !== undefined || waiting - this.#remaining < PAGES) return
    // The next one brings what this one could not; the writer itself does when none can.
    this.#running = this.#run()
      .catch(() => undefined)
      .finally(() => {
        this.#remaining = this.#pagesWaiting()
        this.#running = undefined
      })
  }

  /** As many as before while the database cannot be queried. */
  #pagesWaiting(): number {
    try {
      return this.#parts.pagesWaiting()
    } catch {
      return this.#remaining
    }
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
