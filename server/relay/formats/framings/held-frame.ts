/** The piece of a frame that has come so far, copied into one buffer that grows with it. */
import { freeBytes } from '../../wire/free-bytes'
import type { MemoryHold } from '../../wire/memory-budget'

const BYTES_PER_MB = 1024 * 1024
/** Uncounted: what ordinary frames need. */
const SMALL_BYTES = 64 * 1024
/** A buffer of this size is reused for the next frame. */
const REUSED_BYTES = 4 * 1024
const FIRST_BYTES = 512

const NOTHING = Buffer.alloc(0)

/** Where large frames count while they are not whole. */
export type FrameMemory = Pick<MemoryHold, 'resize'>

export class HeldFrame {
  readonly #memory: FrameMemory | undefined
  #bytes = NOTHING
  #isCounted = false
  size = 0

  /** Without a memory nothing is counted: for answers to our own requests. */
  constructor(memory: FrameMemory | undefined) {
    this.#memory = memory
  }

  /** Throws `overloaded` when there is no room for it. */
  add(chunk: Buffer): void {
    const size = this.size + chunk.length
    if (size > this.#bytes.length) this.#grow(size)
    this.#bytes.set(chunk, this.size)
    this.size = size
  }

  /** The last bytes, at most `count`; good until more are added. */
  last(count: number): Buffer {
    return this.#bytes.subarray(Math.max(0, this.size - count), this.size)
  }

  /** Everything held and `end` after it; nothing is held any more. */
  completedBy(end: Buffer): Buffer {
    const whole = Buffer.concat([this.#bytes.subarray(0, this.size), end])
    this.size = 0
    if (this.#isCounted) this.#memory?.resize('frame', 0)
    this.#isCounted = false
    if (this.#bytes.length > REUSED_BYTES) {
      freeBytes(this.#bytes)
      this.#bytes = NOTHING
    }
    return whole
  }

  #grow(size: number): void {
    const { length } = this.#bytes
    const capacity = Math.max(size, FIRST_BYTES, length + Math.min(length, BYTES_PER_MB))
    if (capacity > SMALL_BYTES) {
      this.#memory?.resize('frame', capacity)
      this.#isCounted = true
    }
    const grown = Buffer.allocUnsafeSlow(capacity)
    grown.set(this.last(this.size))
    this.#bytes = grown
  }
}
