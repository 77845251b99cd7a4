/**
 * Messages of a socket that wait to be taken: they count as memory once there is much of them.
 * Nobody says when they have been taken, so that is looked at while they count.
 */
import type { MemoryHold, MemoryPart } from '../wire/memory-budget'

/** A socket that keeps up has less than this, and costs nothing here. */
const UNCOUNTED_BYTES = 64 * 1024
const LOOK_MS = 250

export class WaitingBytes {
  readonly #hold: MemoryHold
  readonly #part: MemoryPart
  /** Bytes that wait now. */
  readonly #waiting: () => number
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(hold: MemoryHold, part: MemoryPart, waiting: () => number) {
    this.#hold = hold
    this.#part = part
    this.#waiting = waiting
  }

  /** Before more is put in line. Throws what the hold throws. */
  admit(bytes: number): void {
    const waiting = this.#waiting() + bytes
    if (this.#timer === undefined && waiting <= UNCOUNTED_BYTES) return
    this.#hold.resize(this.#part, waiting)
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#hold.resize(this.#part, 0)
  }

  #look(): void {
    if (this.#waiting() <= UNCOUNTED_BYTES) this.end()
  }
}
