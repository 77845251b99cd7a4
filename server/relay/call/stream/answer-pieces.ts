/** Collects a JSON answer; a large one in memory that threads see, as it comes. */

import { PARSE_LIMIT_BYTES, sharedRoom } from '../../wire/shared-bytes'

/** Large answers are copied into pieces of this size, so that no copy takes long. */
const PIECE_BYTES = 1024 * 1024

export class AnswerPieces {
  #small: Buffer[] = []
  readonly #large: Buffer[] = []
  /** Bytes of the last piece that are in use. */
  #used = PIECE_BYTES
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Too large to be parsed on the loop. */
  get isLarge(): boolean {
    return this.#size > PARSE_LIMIT_BYTES
  }

  push(bytes: Buffer): void {
    this.#size += bytes.length
    if (!this.isLarge) {
      this.#small.push(bytes)
      return
    }
    for (const part of this.#small) this.#copy(part)
    this.#small = []
    this.#copy(bytes)
  }

  /** In one piece, for the loop. */
  whole(): Buffer {
    const [only] = this.#small
    if (only !== undefined && this.#small.length === 1) return only
    return Buffer.concat(this.isLarge ? this.pieces() : this.#small)
  }

  /** Of a large answer, for a thread. */
  pieces(): readonly Buffer[] {
    const last = this.#large.length - 1
    return this.#large.map((piece, at) => (at === last ? piece.subarray(0, this.#used) : piece))
  }

  #copy(bytes: Buffer): void {
    let from = 0
    while (from < bytes.length) {
      const piece = this.#room()
      const copied = bytes.copy(piece, this.#used, from)
      this.#used += copied
      from += copied
    }
  }

  #room(): Buffer {
    const last = this.#large.at(-1)
    if (last !== undefined && this.#used < PIECE_BYTES) return last
    const piece = sharedRoom(PIECE_BYTES)
    this.#large.push(piece)
    this.#used = 0
    return piece
  }
}
