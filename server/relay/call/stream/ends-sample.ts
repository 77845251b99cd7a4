/** Stored of each end. */
export const END_BYTES = 8 * 1024

const NOTHING = Buffer.alloc(0)

/**
 * The first and the last bytes of something that may have any length. They are copied, so that
 * the buffers they came in, often far larger, are free to go.
 */
export class EndsSample {
  #head = NOTHING
  #headSize = 0
  /** Overwritten round and round with what comes after the head. */
  #ring = NOTHING
  #ringTotal = 0

  /** Bytes seen, stored or not. */
  get total(): number {
    return this.#headSize + this.#ringTotal
  }

  /** Bytes seen that are in neither end. */
  get missing(): number {
    return Math.max(0, this.#ringTotal - END_BYTES)
  }

  push(bytes: Uint8Array): void {
    if (this.#headSize === END_BYTES) this.#pushToRing(bytes)
    else this.#pushToHead(bytes)
  }

  /** The first bytes, at most `END_BYTES`. */
  head(): Buffer {
    return this.#head.subarray(0, this.#headSize)
  }

  /** The last bytes that are not in the head, at most `END_BYTES`. */
  tail(): Buffer {
    if (this.missing === 0) return Buffer.from(this.#ring.subarray(0, this.#ringTotal))
    const at = this.#ringTotal % END_BYTES
    return Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)])
  }

  /** At most so many of the last bytes, as far as they are stored. */
  last(size: number): Buffer {
    if (this.#ringTotal < size) return this.#headSize < size ? this.head() : this.tail()
    const end = this.#ringTotal % END_BYTES
    const from = end - size
    if (from >= 0) return this.#ring.subarray(from, end)
    return Buffer.concat([this.#ring.subarray(from), this.#ring.subarray(0, end)])
  }

  #pushToHead(bytes: Uint8Array): void {
    // Not of the shared pool: a slice would keep all of its page.
    if (this.#headSize === 0) this.#head = Buffer.allocUnsafeSlow(END_BYTES)
    const room = END_BYTES - this.#headSize
    const fits = bytes.length <= room
    this.#head.set(fits ? bytes : bytes.subarray(0, room), this.#headSize)
    this.#headSize += Math.min(bytes.length, room)
    if (!fits) this.#pushToRing(bytes.subarray(room))
  }

  #pushToRing(bytes: Uint8Array): void {
    if (this.#ringTotal === 0) this.#ring = Buffer.allocUnsafeSlow(END_BYTES)
    this.#ringTotal += bytes.length
    const last = bytes.length > END_BYTES ? bytes.subarray(-END_BYTES) : bytes
    const at = (this.#ringTotal - last.length) % END_BYTES
    const room = END_BYTES - at
    if (last.length <= room) {
      this.#ring.set(last, at)
      return
    }
    this.#ring.set(last.subarray(0, room), at)
    this.#ring.set(last.subarray(room), 0)
  }
}
