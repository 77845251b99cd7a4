/** Where pieces of an answer's text stand in it, however its vendor counts. */
import type { Citation, CitedSource, CitedSpan } from '../../wire/chat'

/**
 * Of an answer that cites nothing yet so much is stored, because thousands of them run at a time,
 * and of one that does so much. What is cited behind that is reported without its place.
 */
const UNCITED_BYTES = 12 * 1024
const CITED_BYTES = 256 * 1024
const FIRST_BYTES = 1024
/** Words are written together, because most streams cite nothing. */
const PENDING_CHARACTERS = 128
/** Places are looked for from the nearest of those that are known, which are so far apart. */
const STRIDE_BYTES = 1024
/** What begins behind so many has no place either. */
const MAX_BLOCKS = 1_000
const MAX_QUOTE = 300

export type Piece = Pick<Citation, 'text' | 'span'>
type Block = number | string

interface Mark {
  readonly characters: number
  readonly bytes: number
}

const START: Mark = { characters: 0, bytes: 0 }
const NOWHERE: Piece = { text: '', span: undefined }

/** The text of a choice so far, whose pieces are counted from where their block begins. */
export class SaidText {
  #bytes = Buffer.alloc(0)
  #used = 0
  #pending = ''
  #isWhole = true
  #limit = UNCITED_BYTES
  readonly #begins = new Map<Block, number>()
  readonly #marks: Mark[] = [START]

  /** The answer cites something, or is all there. */
  keep(): void {
    this.#limit = CITED_BYTES
  }

  begin(block: Block): void {
    if (this.#begins.size >= MAX_BLOCKS || this.#begins.has(block)) return
    this.#flush()
    if (this.#isWhole) this.#begins.set(block, this.#used)
  }

  add(text: string): void {
    if (!this.#isWhole) return
    this.#pending += text
    if (this.#pending.length > PENDING_CHARACTERS) this.#flush()
  }

  /** Without the end of a text that is too long. */
  text(): string {
    this.#flush()
    return this.#bytes.toString('utf8', 0, this.#used)
  }

  /** All of it; without a place when it is too long. */
  whole(): Piece {
    this.#flush()
    return this.#between(START, this.#used)
  }

  /** From the begin of a block to the end of what has been said. */
  since(block: Block): Piece {
    this.#flush()
    const begin = this.#beginOf(block)
    return begin === undefined ? NOWHERE : this.#between(begin, this.#used)
  }

  /** `undefined` where no such text stands. */
  at(by: keyof Mark, [start, end]: readonly [number, number], block: Block): Piece | undefined {
    this.#flush()
    const begin = this.#beginOf(block)
    if (begin === undefined || start >= end) return undefined
    const from = this.#seek(by, begin[by] + start)
    const to = from && this.#seek(by, begin[by] + end)
    return from && to && this.#piece(from, to)
  }

  #beginOf(block: Block): Mark | undefined {
    const begin = this.#begins.get(block)
    return begin === undefined ? undefined : this.#seek('bytes', begin)
  }

  #between(from: Mark, end: number): Piece {
    const to = this.#isWhole ? this.#seek('bytes', end) : undefined
    return to === undefined ? NOWHERE : this.#piece(from, to)
  }

  #piece(from: Mark, to: Mark): Piece {
    const span: CitedSpan = {
      start: from.characters,
      end: to.characters,
      startByte: from.bytes,
      endByte: to.bytes,
    }
    return { text: this.#bytes.toString('utf8', from.bytes, to.bytes), span }
  }

  /** `undefined` beyond the text, and inside a character. */
  #seek(by: keyof Mark, at: number): Mark | undefined {
    let { characters, bytes } = this.#marks.findLast((mark) => mark[by] <= at) ?? START
    const reached = () => (by === 'bytes' ? bytes : characters)
    while (reached() < at && bytes < this.#used) {
      bytes += bytesOf(this.#bytes[bytes] ?? 0)
      characters += 1
      const known = this.#marks.at(-1)?.bytes ?? 0
      if (bytes >= known + STRIDE_BYTES) this.#marks.push({ characters, bytes })
    }
    return reached() === at ? { characters, bytes } : undefined
  }

  #flush(): void {
    const text = this.#pending
    if (text === '') return
    this.#pending = ''
    const bytes = Buffer.byteLength(text)
    this.#isWhole = this.#used + bytes <= this.#limit
    if (!this.#isWhole) return
    this.#grow(this.#used + bytes)
    this.#used += this.#bytes.write(text, this.#used)
  }

  #grow(needed: number): void {
    if (needed <= this.#bytes.length) return
    let room = Math.max(FIRST_BYTES, this.#bytes.length)
    while (room < needed) room *= 2
    const grown = Buffer.alloc(Math.min(room, this.#limit))
    this.#bytes.copy(grown, 0, 0, this.#used)
    this.#bytes = grown
  }
}

/** Of the character that begins so, in UTF-8. */
function bytesOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** The beginning of what a source says. */
export function quoteOf(text: string | undefined): string {
  return (text ?? '').slice(0, MAX_QUOTE).toWellFormed()
}

/** What a browser can open. */
export function addressOf(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined
}

/** A source that is known by its address alone, or by a name. */
export function sourceOf(
  { url, id = url }: { readonly url: string | undefined; readonly id?: string | undefined },
  { title, quote }: { readonly title?: string | undefined; readonly quote?: string | undefined },
): CitedSource | undefined {
  return id === undefined ? undefined : { id, url, title, quote: quoteOf(quote) }
}
