/** What a large answer takes of the memory budget, from its first bytes until its client has it. */
import type { MemoryHold } from '../../wire/memory-budget'

const STEP_BYTES = 1024 * 1024

export class AnswerMemory {
  readonly #hold: MemoryHold
  #covered = 0

  constructor(hold: MemoryHold) {
    this.#hold = hold
  }

  /** Before the answer is held up to this size. Throws `overloaded` when there is no room. */
  cover(bytes: number): void {
    if (bytes <= this.#covered) return
    const next = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES
    this.#hold.resize('answer', next)
    this.#covered = next
  }

  readonly release = (): void => this.#hold.release()
}
