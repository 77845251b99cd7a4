/**
 * Spreads work on bodies and messages over turns of the loop: what comes together need not be
 * done together, and others get their turn in between.
 */

/** Bodies below this are not worth counting; there are not enough of them in one turn. */
const UNCOUNTED_BYTES = 16 * 1024

export class Turns {
  readonly #limit: number
  readonly #uncounted: number
  #used = 0
  #isArmed = false
  readonly #waiting: { readonly bytes: number; readonly go: () => void }[] = []

  /** `limit`: bytes worked on in one turn, though always one body. */
  constructor(limit: number, uncounted = UNCOUNTED_BYTES) {
    this.#limit = limit
    this.#uncounted = uncounted
  }

  /** `undefined` when the work may be done now. */
  take(bytes: number): Promise<void> | undefined {
    if (bytes < this.#uncounted) return undefined
    this.#arm()
    if (this.#waiting.length === 0 && this.#fits(bytes)) {
      this.#used += bytes
      return undefined
    }
    return new Promise((go) => {
      this.#waiting.push({ bytes, go })
    })
  }

  #fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#limit
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#isArmed = false
    this.#used = 0
    for (;;) {
      const first = this.#waiting[0]
      if (first === undefined) return
      this.#arm()
      if (!this.#fits(first.bytes)) return
      this.#used += first.bytes
      this.#waiting.shift()
      first.go()
    }
  }
}
