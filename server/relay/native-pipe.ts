/**
 * Pass-through of a stream whose protocol the client speaks itself. Bytes leave as they came,
 * in whole frames; only the first frame and, once, the last kilobytes are ever decoded.
 */
import type { GatewayError } from '../domain/errors/gateway-error'
import type { Usage } from '../domain/usage'
import type { Json } from './chat'
import type { Dialect } from './dialects/dialect'
import { tellsFailure } from './dialects/json-fields'
import { FrameAligner, lastFrame, parseFrames } from './frames'
import { isObject } from './parsed-body'
import type { StreamPipe } from './stream-pipe'
import type { FailureOf } from './upstream-failure'

/** First frames kept for readers that find prompt usage there. */
const HEAD_BYTES = 4 * 1024
/** Last frames kept for usage and terminator. */
const TAIL_BYTES = 16 * 1024
/** Frames kept to count what was generated when a stream is cut before usage came. */
const KEPT_BYTES = 256 * 1024

const NOTHING = new Uint8Array(0)
const EMPTY_CHOICES = '"choices":[]'

export interface NativePipeOptions {
  readonly dialect: Dialect
  readonly failureOf: FailureOf
  /** The usage chunk was asked for by us and is not shown to the client. */
  readonly hideUsage: boolean
}

export class NativePipe implements StreamPipe {
  readonly #options: NativePipeOptions
  readonly #aligner = new FrameAligner()
  readonly #terminator: Uint8Array
  #kept: Buffer[] = []
  #keptBytes = 0
  #totalBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  #held: Buffer | undefined
  #whole = false
  #failure: GatewayError | undefined
  #begun = false

  constructor(options: NativePipeOptions) {
    this.#options = options
    this.#terminator = options.dialect.meter.terminator
  }

  push(chunk: Buffer): Uint8Array | undefined {
    if (this.#whole) return undefined
    const frames = this.#aligner.push(chunk)
    return frames === undefined ? undefined : this.#accept(frames)
  }

  end(): void {
    if (this.#whole) return
    const last = lastFrame(this.#aligner.rest())
    const shown = last === undefined ? undefined : this.#accept(last)
    // A terminator is held already.
    if (shown !== undefined) this.#held = Buffer.from(shown)
    if (this.#whole || !finishedWithoutTerminator(this.#tailText())) return
    // Some upstreams close instead of saying [DONE]; the finish reason tells that all is there.
    this.#whole = true
    const terminator = Buffer.from(`data: ${Buffer.from(this.#terminator).toString()}\n\n`)
    this.#held = this.#held === undefined ? terminator : Buffer.concat([this.#held, terminator])
  }

  isWhole(): boolean {
    return this.#whole
  }

  closing(): Uint8Array {
    return this.#held ?? NOTHING
  }

  failure(): GatewayError | undefined {
    return this.#failure
  }

  errorWasForwarded(): boolean {
    const last = parseFrames(this.#tailText()).at(-1)
    return last !== undefined && errorIn(last.name, last.data) !== undefined
  }

  usage(): Usage | undefined {
    return this.#options.dialect.meter.fromStreamEnds(this.#headText(), this.#tailText())
  }

  generated(): { text: string; scale: number } {
    if (this.#keptBytes === 0) return { text: '', scale: 1 }
    const text = this.#options.dialect.meter.generatedText(Buffer.concat(this.#kept).toString())
    return { text, scale: this.#totalBytes / this.#keptBytes }
  }

  #accept(frames: Buffer): Uint8Array | undefined {
    if (!this.#begun) {
      this.#begun = true
      if (this.#readFailure(frames)) return undefined
    }
    this.#remember(frames)
    const shown = this.#options.hideUsage ? withoutUsageFrames(frames) : frames
    if (!this.#isTerminal(frames)) return shown.length > 0 ? shown : undefined
    this.#whole = true
    this.#held = shown
    return undefined
  }

  #remember(frames: Buffer): void {
    this.#totalBytes += frames.length
    if (this.#keptBytes < KEPT_BYTES) {
      this.#kept.push(frames)
      this.#keptBytes += frames.length
    }
    this.#tail.push(frames)
    this.#tailBytes += frames.length
    let first = this.#tail[0]
    while (first !== undefined && this.#tailBytes - first.length >= TAIL_BYTES) {
      this.#tailBytes -= first.length
      this.#tail.shift()
      first = this.#tail[0]
    }
  }

  /** The terminator as a frame of its own, not the same words inside generated text. */
  #isTerminal(frames: Buffer): boolean {
    const end = frames.subarray(Math.max(0, frames.length - 256))
    if (!end.includes(this.#terminator)) return false
    const word = Buffer.from(this.#terminator).toString()
    const last = parseFrames(frames.toString()).at(-1)
    if (last === undefined) return false
    if (last.data === word || last.name === word) return true
    return fieldOf(last.data, 'type') === word
  }

  /** An error in the very first frame is a failed attempt, not an answer. */
  #readFailure(frames: Buffer): boolean {
    const first = parseFrames(frames.toString()).find(({ data }) => data !== '')
    const text = first === undefined ? undefined : errorIn(first.name, first.data)
    if (text === undefined) return false
    const { dialect, failureOf } = this.#options
    this.#failure = failureOf(500, dialect.readError(200, text))
    return true
  }

  #headText(): string {
    const parts: Buffer[] = []
    let size = 0
    for (const part of this.#kept) {
      if (size >= HEAD_BYTES) break
      parts.push(part)
      size += part.length
    }
    return Buffer.concat(parts).toString()
  }

  #tailText(): string {
    return Buffer.concat(this.#tail).toString()
  }
}

/** JSON text of an error frame, `undefined` for any other frame. */
function errorIn(name: string, data: string): string | undefined {
  if (name === 'error') return data
  return tellsFailure(fieldOf(data, 'error')) ? data : undefined
}

function fieldOf(data: string, name: string): Json | undefined {
  if (!data.includes(name)) return undefined
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value[name] : undefined
  } catch {
    return undefined
  }
}

function finishedWithoutTerminator(tail: string): boolean {
  return parseFrames(tail).some(({ data }) => {
    const choices = fieldOf(data, 'choices')
    return Array.isArray(choices) && choices.some((c) => isObject(c) && c.finish_reason != null)
  })
}

/** Drops chunks that carry usage and no choice; they exist only because we asked for them. */
function withoutUsageFrames(frames: Buffer): Buffer {
  if (!frames.includes(EMPTY_CHOICES)) return frames
  const blocks = frames.toString().split(/(?<=\n\r?\n)/)
  const kept = blocks.filter((block) => {
    const [frame] = parseFrames(block)
    if (frame === undefined || !frame.data.includes(EMPTY_CHOICES)) return true
    return fieldOf(frame.data, 'usage') === undefined
  })
  return Buffer.from(kept.join(''))
}
