/**
 * Streams of pictures and transcripts: events with an end of their own, of which one may be as
 * long as a picture. Whole frames pass as they came; only the last one is looked into, and there
 * only at what it says of usage.
 */
import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { Usage } from '../../../domain/money/usage'
import type { Dialect } from '../../formats/dialects/dialect'
import { isFailure, parseObject } from '../../formats/dialects/json-fields'
import { FrameAligner, firstBoundary, parseFrames } from '../../formats/framings/frames'
import type { FrameMemory } from '../../formats/framings/held-frame'
import type { SentFrames } from '../../formats/protocols/protocol'
import type { JsonObject } from '../../wire/chat'
import type { FailureOf } from '../upstream-failure'
import type { StreamPipe } from './stream-pipe'

const NOTHING = Buffer.alloc(0)
const NOTHING_SENT = { head: '', tail: '' }
const DONE = Buffer.from('data: [DONE]')
const BLANK_LINE = Buffer.from('\n\n')
const USAGE = Buffer.from('"usage"')
/** Longer ones are no words about a failure. */
const MAX_ERROR_BYTES = 64 * 1024
/** What stands in front of a name that is the event's own. */
const NAMED = /(?:(?:^|\n)event:\s?|"type":\s?")$/
const NAMED_BYTES = 16
/** The end of a stream that says so in OpenAI's old way stands in the last of these. */
const ENDING_BYTES = 64
/** A picture of the largest size that is sold, as text. */
const MAX_FRAME_MB = 64
/** Far more than any usage. */
const MAX_USAGE_BYTES = 4 * 1024

export interface EventsPipeOptions {
  readonly dialect: Dialect
  readonly failureOf: FailureOf
  readonly lastEvents: readonly string[]
  /** Where its large frames count. */
  readonly memory?: FrameMemory
  /** Reads the usage that the last event reports. */
  readonly usageOf: (event: JsonObject) => Usage | undefined
}

export class EventsPipe implements StreamPipe {
  readonly #options: EventsPipeOptions
  readonly #aligner: FrameAligner
  readonly #names: readonly Buffer[]
  #held: Buffer = NOTHING
  #isWhole = false
  #isBegun = false
  #failure: GatewayError | undefined
  #lastWasError = false

  constructor(options: EventsPipeOptions) {
    this.#options = options
    this.#aligner = new FrameAligner(options.memory, MAX_FRAME_MB)
    this.#names = options.lastEvents.map((name) => Buffer.from(name))
  }

  push(chunk: Buffer): Uint8Array | undefined {
    if (this.#isWhole) return undefined
    const frames = this.#aligner.push(chunk)
    return frames === undefined ? undefined : this.#accept(frames)
  }

  end(): void {
    if (this.#isWhole) return
    const rest = this.#aligner.rest()
    // Some upstreams leave out the blank line behind the last frame.
    if (rest.length > 0) this.#accept(Buffer.concat([rest, BLANK_LINE]))
  }

  isWhole(): boolean {
    return this.#isWhole
  }

  hasContent(): boolean {
    return this.#isBegun
  }

  closing(): Uint8Array {
    return this.#held
  }

  failure(): GatewayError | undefined {
    return this.#failure
  }

  sent(): SentFrames {
    return NOTHING_SENT
  }

  errorWasForwarded(): boolean {
    return this.#lastWasError
  }

  usage(): Usage | undefined {
    const { usageOf } = this.#options
    for (
      let at = this.#held.lastIndexOf(USAGE);
      at >= 0;
      at = this.#held.lastIndexOf(USAGE, at - 1)
    ) {
      const fields = parseObject(`{${objectAt(this.#held, at)}}`)
      const usage = fields && usageOf(fields)
      if (usage !== undefined || at === 0) return usage
    }
    return undefined
  }

  isFinished(): boolean {
    return this.#isWhole
  }

  produced(): number {
    return 0
  }

  generated(): { text: string; scale: number } {
    return { text: '', scale: 1 }
  }

  #accept(frames: Buffer): Uint8Array | undefined {
    const text = frames.length <= MAX_ERROR_BYTES ? frames.toString() : ''
    this.#lastWasError = isErrorEvent(text)
    if (this.#lastWasError && !this.#isBegun) {
      this.#failure = this.#failureIn(text)
      return undefined
    }
    this.#isBegun = true
    const end = this.#endIn(frames)
    if (end === 0) return frames
    this.#isWhole = true
    this.#held = frames.subarray(0, end)
    return undefined
  }

  /**
   * Index behind the last frame, by its name or by the type in its data, but not by what a
   * transcript says; 0 where it is not there.
   */
  #endIn(frames: Buffer): number {
    for (const name of this.#names) {
      for (let at = frames.indexOf(name); at >= 0; at = frames.indexOf(name, at + 1)) {
        const before = frames.toString('latin1', Math.max(0, at - NAMED_BYTES), at)
        if (NAMED.test(before)) return firstBoundary(frames, at)
      }
    }
    return frames.includes(DONE, Math.max(0, frames.length - ENDING_BYTES)) ? frames.length : 0
  }

  #failureIn(text: string): GatewayError {
    const { dialect, failureOf } = this.#options
    const data = parseFrames(text).find((frame) => frame.data !== '')?.data ?? ''
    return failureOf(500, dialect.readError(200, data))
  }
}

function isErrorEvent(text: string): boolean {
  if (!text.includes('error')) return false
  return parseFrames(text).some(
    ({ name, data }) => name === 'error' || isFailure(parseObject(data)?.error),
  )
}

const OPEN = 123
const CLOSE = 125

/** The field that begins at `at` and holds an object of numbers; whatever stands there else. */
function objectAt(bytes: Buffer, at: number): string {
  const most = Math.min(bytes.length, at + MAX_USAGE_BYTES)
  let depth = 0
  for (let place = at; place < most; place += 1) {
    const byte = bytes[place]
    if (byte === OPEN) depth += 1
    if (byte !== CLOSE) continue
    depth -= 1
    if (depth <= 0) return bytes.toString('utf8', at, depth === 0 ? place + 1 : place)
  }
  return ''
}
