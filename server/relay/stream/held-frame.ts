/** The piece of a frame that has come so far, copied into one buffer that grows with it. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { freeBytes } from '../wire/free-bytes'

const BYTES_PER_MB = 1024 * 1024
/** Free of the common budget: what ordinary frames need. */
const SMALL_BYTES = 64 * 1024
/** A buffer of this size is kept for the next frame. */
const REUSED_BYTES = 4 * 1024
const FIRST_BYTES = 512

const NOTHING = Buffer.alloc(0)

interface Charge {
  bytes: number
}

/** How much all streams together may hold of large frames that are not whole yet. */
export class FrameBudget {
  readonly #limitMb: number
  #used = 0
  /** A stream that ends in the middle of a frame says no good-bye. */
  readonly #forgotten = new FinalizationRegistry<Charge>((charge) => this.charge(charge, 0))

  constructor(limitMb: number) {
    this.#limitMb = limitMb
  }

  open(holder: object): Charge {
    const charge = { bytes: 0 }
    this.#forgotten.register(holder, charge)
    return charge
  }

  /** Throws `upstream.too_large` when there is no room for it. */
  charge(charge: Charge, bytes: number): void {
    const used = this.#used - charge.bytes + bytes
    if (bytes > charge.bytes && used > this.#limitMb * BYTES_PER_MB) {
      throw new GatewayError('upstream.too_large', { limitMb: this.#limitMb })
    }
    this.#used = used
    charge.bytes = bytes
  }
}

/** Some twenty of the largest frames at a time. */
export const ALL_STREAMS = new FrameBudget(256)

export class HeldFrame {
  readonly #budget: FrameBudget
  #bytes = NOTHING
  #charge: Charge | undefined
  size = 0

  constructor(budget: FrameBudget) {
    this.#budget = budget
  }

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
    if (this.#charge !== undefined) this.#budget.charge(this.#charge, 0)
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
      this.#charge ??= this.#budget.open(this)
      this.#budget.charge(this.#charge, capacity)
    }
    const grown = Buffer.allocUnsafeSlow(capacity)
    grown.set(this.last(this.size))
    this.#bytes = grown
  }
}
