/** The length of an MP4 or M4A file: boxes are passed over until the one that holds it. */
import { Capture } from './capture'

const BOX_HEAD_BYTES = 16
/** The movie's own header stands among the first of its boxes. */
const MOVIE_BYTES = 4 * 1024

export function isMp4(head: Buffer): boolean {
  return head.toString('latin1', 4, 8) === 'ftyp'
}

export class Mp4Walk {
  #box: Capture | undefined = new Capture(0, BOX_HEAD_BYTES)
  #boxAt = 0
  #movie: Capture | undefined
  #waitsFor = 0

  get seconds(): number | undefined {
    return this.#movie === undefined ? undefined : readMovie(this.#movie.bytes())
  }

  push(bytes: Buffer, at: number): void {
    this.#movie?.push(bytes, at)
    // A box ends in this piece, or beyond it.
    while (this.#box !== undefined && this.#waitsFor < at + bytes.length) {
      this.#box.push(bytes, at)
      if (!this.#box.isFull) return
      this.#pass(this.#box.bytes())
      this.#movie?.push(bytes, at)
    }
  }

  #pass(head: Buffer): void {
    const type = head.toString('latin1', 4, 8)
    const short = head.readUInt32BE(0)
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (type === 'moov') {
      this.#movie = new Capture(this.#boxAt, MOVIE_BYTES)
      this.#movie.push(head, this.#boxAt)
      this.#box = undefined
      return
    }
    this.#boxAt += size
    this.#waitsFor = this.#boxAt
    // Without a size it reaches to the end, and with less than its own head it is broken.
    const goesOn = size >= 8 && Number.isSafeInteger(this.#boxAt)
    this.#box = goesOn ? new Capture(this.#boxAt, BOX_HEAD_BYTES) : undefined
  }
}

function readMovie(bytes: Buffer): number | undefined {
  const at = bytes.indexOf('mvhd')
  if (at < 0 || bytes.length < at + 36) return undefined
  const isLong = bytes[at + 4] === 1
  const scale = bytes.readUInt32BE(at + (isLong ? 24 : 16))
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 28)) : bytes.readUInt32BE(at + 20)
  return scale === 0 || length === 0 ? undefined : length / scale
}
