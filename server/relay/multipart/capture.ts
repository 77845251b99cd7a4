/** Some bytes out of a file that passes by, from a place that is known before it comes. */
export class Capture {
  readonly #at: number
  readonly #room: Buffer
  #filled = 0

  constructor(at: number, size: number) {
    this.#at = at
    this.#room = Buffer.allocUnsafeSlow(size)
  }

  get isFull(): boolean {
    return this.#filled === this.#room.length
  }

  /** What has come of them, without gaps. */
  bytes(): Buffer {
    return this.#room.subarray(0, this.#filled)
  }

  /** Bytes of the file that begin at `at`; pieces come in order, and may repeat what came. */
  push(bytes: Buffer, at: number): void {
    const from = this.#at + this.#filled - at
    if (this.isFull || from < 0 || from >= bytes.length) return
    const wanted = bytes.subarray(from, from + this.#room.length - this.#filled)
    this.#room.set(wanted, this.#filled)
    this.#filled += wanted.length
  }
}
