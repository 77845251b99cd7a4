/**
 * Notices what other nodes change, by a notice of the server at once, and by a count that is read
 * several times a second: a connection pooler may take a LISTEN and never deliver.
 */
import type { SQL } from 'bun'

const POLL_MS = 300

export class ChangeWatch {
  readonly #pool: SQL
  readonly #timer: NodeJS.Timeout
  /** Every change up to this one is known here; `undefined` until the count was first read. */
  #known: number | undefined
  /** Changes beyond the next one, whose predecessors are still on their way. */
  readonly #early = new Set<number>()
  #lastPolled: number | undefined
  #unknown = 0
  #polling: Promise<void> | undefined

  constructor(pool: SQL) {
    this.#pool = pool
    this.#timer = setInterval(() => void this.polled(), POLL_MS)
    this.#timer.unref()
  }

  /** Grows when something was changed that nobody has announced. */
  get unknown(): number {
    return this.#unknown
  }

  /** A change that was made here, or announced. */
  seen(count: number): void {
    if (this.#known === undefined || count <= this.#known) return
    this.#early.add(count)
    while (this.#early.delete(this.#known + 1)) this.#known += 1
  }

  /** Something was changed, and nobody can say what. */
  missed(): void {
    this.#unknown += 1
  }

  /** Resolves when the count has been read once more. */
  polled(): Promise<void> {
    this.#polling ??= this.#poll()
    return this.#polling
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#polling
  }

  async #poll(): Promise<void> {
    try {
      const [row] = await this.#pool`select count from change_count`
      this.#read(Number(row?.count ?? 0))
    } catch {
      // Not reachable, or older than the count: what needs the database says so by itself.
    } finally {
      this.#polling = undefined
    }
  }

  /** A notice may be as quick as the count: it has until the next time to arrive. */
  #read(count: number): void {
    const before = this.#lastPolled
    this.#lastPolled = count
    this.#known ??= count
    if (before === undefined || this.#known >= before) return
    this.#known = before
    for (const early of this.#early) if (early <= before) this.#early.delete(early)
    this.missed()
  }
}
