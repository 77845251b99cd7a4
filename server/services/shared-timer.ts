/**
 * Time limits of one length under one timer: a call that keeps to its limit, as nearly all do,
 * costs an entry in a map instead of a timer of its own.
 */
export class SharedTimer {
  readonly #limitMs: number
  /** What is done → when, on this process's monotonic clock; the oldest is first. */
  readonly #waiting = new Map<() => void, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `limitMs` is how long each may take. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Calls `onLate` once, unless it is cleared before. */
  begin(onLate: () => void): void {
    this.#waiting.set(onLate, performance.now() + this.#limitMs)
    if (this.#timer === undefined) this.#look(this.#limitMs)
  }

  clear(onLate: () => void): void {
    this.#waiting.delete(onLate)
  }

  #look(afterMs: number): void {
    this.#timer = setTimeout(() => this.#end(), afterMs)
    this.#timer.unref()
  }

  #end(): void {
    this.#timer = undefined
    for (const [onLate, dueMs] of this.#waiting) {
      const leftMs = dueMs - performance.now()
      if (leftMs > 0) {
        this.#look(leftMs)
        return
      }
      this.#waiting.delete(onLate)
      onLate()
    }
  }
}
