/**
 * Turns at work that lies in a table and comes due by itself: what is due is claimed and done, and
 * the next turn begins when something is due again.
 */
import type { Clock } from './ports'

/** Other processes open jobs, too, without a signal to this one, so it looks this often. */
const LONGEST_REST_MS = 30_000
const SHORTEST_REST_MS = 50

export interface TurnParts {
  readonly clock: Clock
  /** Claims what is due and does it; it may reject, and is called again later. */
  readonly work: () => Promise<void>
  readonly nextDueMs: () => Promise<number | undefined>
}

export class Turns {
  readonly #parts: TurnParts
  #turn: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  #elsewhere: (() => void) | undefined

  constructor(parts: TurnParts) {
    this.#parts = parts
  }

  /** Another process takes the turns; it learns when one is due. */
  leaveTo(wake: () => void): void {
    this.#elsewhere = wake
  }

  /** Begins a turn after the pause, unless one is running then. */
  soon(afterMs = SHORTEST_REST_MS): void {
    if (this.#isStopped) return
    if (this.#elsewhere !== undefined) {
      this.#elsewhere()
      return
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#turn ??= this.#take().finally(() => {
        this.#turn = undefined
      })
    }, afterMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#turn
  }

  async #take(): Promise<void> {
    const { clock, work, nextDueMs } = this.#parts
    let restMs = LONGEST_REST_MS
    try {
      await work()
      const next = await nextDueMs()
      if (next !== undefined) restMs = next - clock.nowMs()
    } catch {
      // The database is away; the next turn asks again.
    }
    this.soon(Math.min(Math.max(restMs, SHORTEST_REST_MS), LONGEST_REST_MS))
  }
}

/** Each of them, so many at a time. `run` does not reject. */
export async function atOnce<Item>(
  items: readonly Item[],
  most: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const workers = Array.from({ length: Math.min(most, waiting.length) }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item)
  })
  await Promise.all(workers)
}
