/**
 * Time limits of one length under one timer: a call that keeps to its limit, as nearly all do,
 * costs a link in a chain instead of a timer of its own. Not an entry in a `Map`: that chains the
 * tables it outgrows, and one old table keeps all later ones and what was in them for a collector
 * that looks at young objects only.
 */
export class SharedTimer {
  readonly #limitMs: number
  /** The one who waits longest, and the one who came last. */
  #first: TimeLimit | undefined
  #last: TimeLimit | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `limitMs` is how long each may take. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Calls `onLate` once, unless what it returns is cleared before. */
  begin(onLate: () => void): TimeLimit {
    const limit = new TimeLimit(onLate, performance.now() + this.#limitMs)
    limit.previous = this.#last
    if (this.#last === undefined) this.#first = limit
    else this.#last.next = limit
    this.#last = limit
    if (this.#timer === undefined) this.#look(this.#limitMs)
    return limit
  }

  /** Does nothing to one that is over. */
  clear(limit: TimeLimit): void {
    const { previous, next } = limit
    if (limit.onLate === undefined) return
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    limit.onLate = undefined
    limit.previous = undefined
    limit.next = undefined
  }

  #look(afterMs: number): void {
    this.#timer = setTimeout(() => this.#end(), afterMs)
    this.#timer.unref()
  }

  #end(): void {
    this.#timer = undefined
    for (let limit = this.#first; limit !== undefined; limit = this.#first) {
      const leftMs = limit.dueMs - performance.now()
      if (leftMs > 0) {
        this.#look(leftMs)
        return
      }
      const { onLate } = limit
      this.clear(limit)
      onLate?.()
    }
  }
}

export class TimeLimit {
  /** `undefined` when it is over. */
  onLate: (() => void) | undefined
  /** On this process's monotonic clock. */
  readonly dueMs: number
  previous: TimeLimit | undefined
  next: TimeLimit | undefined

  constructor(onLate: () => void, dueMs: number) {
    this.onLate = onLate
    this.dueMs = dueMs
  }
}
