/** Reads answers off one connection, one after the other, in whatever pieces they come. */
import { type AnswerHead, readHead } from './read-head'
import { wireError } from './wire-error'

export interface AnswerListener {
  readonly onHead: (head: AnswerHead) => void
  /** At most once for each piece of the connection. */
  readonly onBytes: (bytes: Buffer) => void
  /** `isClean` unless something came behind it that nobody requested. */
  readonly onEnd: (isClean: boolean) => void
}

const MAX_HEAD_BYTES = 64 * 1024
/** Size, extensions, and the lines after the last chunk. */
const MAX_LINE_BYTES = 16 * 1024
/** Lines after the last chunk. Known vendors send none, or a few checksums. */
const MAX_TRAILERS = 64
const BLANK_LINE = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const CR = 13
const LF = 10
const NO_DIGIT = 16
/** What a byte is worth as a hexadecimal digit. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? NO_DIGIT : digit
})
/** More would not be exact in a number. */
const MOST_DIGITS = 12

type Part = 'head' | 'length' | 'close' | 'size' | 'chunk' | 'chunk_end' | 'trailer' | 'over'

export class AnswerReader {
  readonly #listener: AnswerListener
  #part: Part = 'over'
  /** Of the body or of the chunk. */
  #remaining = 0
  #trailers = 0
  /** The beginning of a head or line whose end has not come. */
  #partial: Buffer | undefined
  /** Where the next byte of the piece is read. */
  #at = 0

  constructor(listener: AnswerListener) {
    this.#listener = listener
  }

  /** Another answer is awaited. */
  begin(): void {
    this.#part = 'head'
  }

  /** Takes the piece for its own: chunks are joined inside it. Throws what is no HTTP. */
  read(piece: Buffer): void {
    this.#at = 0
    // Nothing was requested.
    if (this.#isOver) throw wireError('HPE_STRICT')
    // Whoever is handed the piece may free it.
    const { length } = piece
    this.#readOn(piece)
    if (this.#isOver) this.#listener.onEnd(this.#at === length)
  }

  get #isOver(): boolean {
    return this.#part === 'over'
  }

  #readOn(piece: Buffer): void {
    while (this.#part === 'head') if (!this.#readHead(piece)) return
    if (this.#part === 'length') this.#readLength(piece)
    else if (this.#part === 'close') this.#hand(piece, this.#at, piece.length)
    else this.#readChunks(piece)
  }

  /** The connection has ended; whether that is how the answer ends. */
  endsHere(): boolean {
    if (this.#part !== 'close') return false
    this.#part = 'over'
    return true
  }

  /** `false` while its end is missing. */
  #readHead(piece: Buffer): boolean {
    const text = this.#until(piece, BLANK_LINE, MAX_HEAD_BYTES)
    if (text === undefined) return false
    const head = readHead(text)
    if (head.status === 101) throw wireError('HPE_STRICT')
    // Interim answers (RFC 9110, 15.2) come before the real head.
    if (head.status < 200) return true
    const { framing } = head
    this.#part = typeof framing === 'number' ? 'length' : framing === 'chunked' ? 'size' : 'close'
    this.#remaining = typeof framing === 'number' ? framing : 0
    this.#listener.onHead(head)
    return true
  }

  /** The text before `mark`, which may lie in two pieces. */
  #until(piece: Buffer, mark: Buffer, mostBytes: number): string | undefined {
    const partial = this.#partial
    const from = this.#at
    if (partial === undefined) {
      const end = piece.indexOf(mark, from)
      if (end === -1) this.#keep(piece.subarray(from), mostBytes)
      else this.#at = end + mark.length
      return end === -1 ? undefined : piece.toString('latin1', from, end)
    }
    const whole = Buffer.concat([partial, piece.subarray(from)])
    const end = whole.indexOf(mark, Math.max(0, partial.length - mark.length + 1))
    if (end === -1) {
      this.#keep(whole, mostBytes)
      return undefined
    }
    this.#partial = undefined
    this.#at = from + end + mark.length - partial.length
    return whole.toString('latin1', 0, end)
  }

  #keep(bytes: Buffer, mostBytes: number): void {
    if (bytes.length > mostBytes) throw wireError('HPE_HEADER_OVERFLOW')
    this.#partial = Buffer.from(bytes)
  }

  #hand(piece: Buffer, from: number, to: number): void {
    this.#at = to
    if (to > from) this.#listener.onBytes(piece.subarray(from, to))
  }

  #readLength(piece: Buffer): void {
    const from = this.#at
    const to = Math.min(piece.length, from + this.#remaining)
    this.#remaining -= to - from
    if (this.#remaining === 0) this.#part = 'over'
    this.#hand(piece, from, to)
  }

  /** What lies between the chunks of a piece is closed up, so that they leave together. */
  #readChunks(piece: Buffer): void {
    let begin = -1
    let end = 0
    try {
      while (this.#part !== 'over' && this.#at < piece.length) {
        if (this.#part !== 'chunk') {
          if (!this.#readBetween(piece)) break
          continue
        }
        const from = this.#at
        const to = Math.min(piece.length, from + this.#remaining)
        this.#at = to
        this.#remaining -= to - from
        if (this.#remaining === 0) this.#part = 'chunk_end'
        if (begin === -1) begin = from
        else piece.copyWithin(end, from, to)
        end = begin === from ? to : end + (to - from)
      }
    } finally {
      // What came before something broken counts.
      if (begin !== -1) this.#listener.onBytes(piece.subarray(begin, end))
    }
  }

  /** Sizes, line ends and trailers; `false` where the piece ends before they do. */
  #readBetween(piece: Buffer): boolean {
    if (this.#part === 'chunk_end') return this.#readChunkEnd(piece)
    if (this.#part === 'size' && this.#partial === undefined && this.#readSize(piece)) return true
    const line = this.#until(piece, LINE_END, MAX_LINE_BYTES)
    if (line === undefined) {
      // A line that ends in LF alone is whole, and no CR will ever come.
      if (this.#partial?.includes(LF)) throw wireError('HPE_STRICT')
      return false
    }
    if (this.#part === 'trailer') {
      this.#readTrailer(line)
      return true
    }
    const size = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line)
    if (size === null) throw wireError('HPE_INVALID_CHUNK_SIZE')
    this.#expect(Number.parseInt(size[1] ?? '', 16))
    return true
  }

  #readTrailer(line: string): void {
    if (line === '') this.#part = 'over'
    else this.#trailers += 1
    if (this.#trailers > MAX_TRAILERS) throw wireError('HPE_HEADER_OVERFLOW')
  }

  #expect(chunkBytes: number): void {
    this.#remaining = chunkBytes
    this.#trailers = 0
    this.#part = chunkBytes === 0 ? 'trailer' : 'chunk'
  }

  /** The usual line: digits and nothing else, whole in this piece. */
  #readSize(piece: Buffer): boolean {
    const from = this.#at
    let at = from
    let size = 0
    for (;;) {
      const digit = DIGITS[piece[at] ?? CR] ?? NO_DIGIT
      if (digit === NO_DIGIT) break
      size = size * 16 + digit
      at += 1
    }
    const isUsual = at > from && at - from <= MOST_DIGITS
    if (!isUsual || piece[at] !== CR || piece[at + 1] !== LF) return false
    this.#at = at + 2
    this.#expect(size)
    return true
  }

  #readChunkEnd(piece: Buffer): boolean {
    // `remaining` counts what of the line end has been seen.
    while (this.#at < piece.length) {
      if (piece[this.#at] !== (this.#remaining === 0 ? CR : LF)) throw wireError('HPE_STRICT')
      this.#at += 1
      this.#remaining += 1
      if (this.#remaining < 2) continue
      this.#remaining = 0
      this.#part = 'size'
      return true
    }
    return false
  }
}
