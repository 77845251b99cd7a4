/**
 * Reads a multipart form while its bytes pass. Nothing is changed and nothing but small fields is
 * kept. It is stricter than the standard on purpose: what two readers could understand in two
 * ways is refused, because the upstream's reader must not see another model than the one that
 * is priced here.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { invalid } from '../wire/body-fields'
import { type PartHead, readPartHead } from './part-head'

export interface FormField {
  readonly name: string
  readonly value: string
  /** Where the value stands in the body, in bytes. */
  readonly start: number
  readonly end: number
}

export interface FormWatcher {
  /** Whether the value of such a field is to be stored and reported. */
  readonly wants: (name: string) => boolean
  /** Throws what refuses the form. */
  readonly onField: (field: FormField) => void
  /** A part begins. Throws what refuses the form. */
  readonly onPart: (head: PartHead) => void
  /** Bytes of a file, as they come. */
  readonly onFile: (name: string, bytes: Buffer) => void
}

const MAX_HEAD_BYTES = 8 * 1024
/** A prompt of 32,000 characters, each of them four bytes long, and some more. */
const MAX_FIELD_BYTES = 256 * 1024
const MAX_PARTS = 256
const MAX_BOUNDARY_CHARACTERS = 70

const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
const CR = 13
const LF = 10
const DASH = 45

type State = 'begin' | 'head' | 'value' | 'mark' | 'over'

/** The boundary that a content type names; `undefined` for what is no form. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const named = [...contentType.matchAll(/;\s*boundary=(?:"([^"\\]*)"|([^\s;"]+))/gi)]
  const boundary = named[0]?.[1] ?? named[0]?.[2] ?? ''
  // Another way to write it, which only some readers know.
  if (/;\s*boundary\*/i.test(contentType)) return undefined
  const isPlain = named.length === 1 && /^[ -~]+$/.test(boundary) && !boundary.endsWith(' ')
  return isPlain && boundary.length <= MAX_BOUNDARY_CHARACTERS ? boundary : undefined
}

export class FormScan {
  readonly #watcher: FormWatcher
  /** Line break and boundary, which end a value. */
  readonly #mark: Buffer
  /** The same for readers that take any line break, or none. */
  readonly #bareMark: Buffer
  #state: State = 'begin'
  /** Bytes that could not be judged yet, and where they begin in the body. */
  #held: Buffer = NOTHING
  #heldAt = 0
  #part: PartHead | undefined
  #parts = 0
  /** The value of a field that is wanted, as far as it has come. */
  #value: Buffer[] | undefined
  #valueBytes = 0
  #valueAt = 0

  constructor(boundary: string, watcher: FormWatcher) {
    this.#watcher = watcher
    this.#mark = Buffer.from(`\r\n--${boundary}`)
    this.#bareMark = this.#mark.subarray(2)
  }

  get isOver(): boolean {
    return this.#state === 'over'
  }

  /** Throws `request.invalid`, or what the watcher throws. */
  push(chunk: Buffer): void {
    if (this.#state === 'value') this.#passSeam(chunk)
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    let at = 0
    for (;;) {
      const next = this.#step(bytes, at)
      if (next === undefined) break
      at = next
    }
    // Copied, so that a few bytes do not keep all of a chunk.
    this.#held = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at))
    this.#heldAt += at
  }

  /** Where no mark reaches over the seam, as nearly always, nothing has to be put together. */
  #passSeam(chunk: Buffer): void {
    const held = this.#held
    if (held.length === 0 || chunk.length < this.#mark.length) return
    const seam = Buffer.concat([held, chunk.subarray(0, this.#mark.length - 1)])
    if (seam.includes(this.#bareMark)) return
    this.#take(held)
    this.#heldAt += held.length
    this.#held = NOTHING
  }

  /** Throws `request.invalid` for a form that is not whole. */
  end(): void {
    if (this.#state !== 'over') throw broken()
  }

  /** Where reading goes on; `undefined` while more has to come first. */
  #step(bytes: Buffer, at: number): number | undefined {
    switch (this.#state) {
      case 'begin':
        return this.#begin(bytes)
      case 'mark':
        return this.#afterMark(bytes, at)
      case 'head':
        return this.#head(bytes, at)
      case 'value':
        return this.#valueIn(bytes, at)
      case 'over':
        return this.#rest(bytes, at)
    }
  }

  /** The first boundary has no line before it. */
  #begin(bytes: Buffer): number | undefined {
    const first = this.#bareMark
    if (bytes.length < first.length) return undefined
    if (!bytes.subarray(0, first.length).equals(first)) throw broken()
    this.#state = 'mark'
    return first.length
  }

  #afterMark(bytes: Buffer, at: number): number | undefined {
    if (bytes.length < at + 2) return undefined
    const [one, two] = [bytes[at], bytes[at + 1]]
    if (one === CR && two === LF) this.#state = 'head'
    else if (one === DASH && two === DASH) this.#state = 'over'
    else throw broken()
    return at + 2
  }

  #head(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf(HEAD_END, at)
    const size = (end < 0 ? bytes.length : end) - at
    if (size > MAX_HEAD_BYTES) throw broken()
    if (end < 0) return undefined
    this.#parts += 1
    if (this.#parts > MAX_PARTS) {
      throw invalid('form', 'reason.too_many_fields', { max: MAX_PARTS })
    }
    const part = readPartHead(bytes.toString('utf8', at, end))
    if (part === undefined) throw broken()
    this.#watcher.onPart(part)
    this.#part = part
    this.#value = !part.isFile && this.#watcher.wants(part.name) ? [] : undefined
    this.#valueBytes = 0
    this.#valueAt = this.#heldAt + end + HEAD_END.length
    this.#state = 'value'
    return end + HEAD_END.length
  }

  #valueIn(bytes: Buffer, at: number): number | undefined {
    const bare = bytes.indexOf(this.#bareMark, at)
    if (bare >= 0) {
      const end = bare - 2
      if (end < at || bytes[end] !== CR || bytes[end + 1] !== LF) throw broken()
      this.#take(bytes.subarray(at, end))
      this.#endPart(this.#heldAt + end)
      this.#state = 'mark'
      return end + this.#mark.length
    }
    // The mark may begin in the last of these bytes.
    const sure = bytes.length - this.#mark.length + 1
    if (sure <= at) return undefined
    this.#take(bytes.subarray(at, sure))
    return sure
  }

  #take(bytes: Buffer): void {
    if (bytes.length === 0) return
    if (this.#part?.isFile === true) this.#watcher.onFile(this.#part.name, bytes)
    if (this.#value === undefined) return
    this.#valueBytes += bytes.length
    if (this.#valueBytes > MAX_FIELD_BYTES) {
      throw invalid(this.#part?.name ?? '', 'reason.too_long', { max: MAX_FIELD_BYTES })
    }
    this.#value.push(Buffer.from(bytes))
  }

  #endPart(end: number): void {
    const name = this.#part?.name ?? ''
    if (this.#value !== undefined) {
      const value = Buffer.concat(this.#value).toString('utf8')
      this.#watcher.onField({ name, value, start: this.#valueAt, end })
    }
    this.#part = undefined
    this.#value = undefined
  }

  /** Readers differ in what they make of a second form behind the end of the first. */
  #rest(bytes: Buffer, at: number): number | undefined {
    if (at === bytes.length) return undefined
    for (let place = at; place < bytes.length; place += 1) {
      if (bytes[place] !== CR && bytes[place] !== LF) throw broken()
    }
    return bytes.length
  }
}

function broken(): GatewayError {
  return new GatewayError('request.invalid_form')
}
