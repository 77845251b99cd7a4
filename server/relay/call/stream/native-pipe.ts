/**
 * Pass-through of a stream whose protocol the client speaks itself. Bytes leave as they came,
 * in whole frames; only those before the first content and, once, the sampled ends are decoded.
 */
import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { Usage } from '../../../domain/money/usage'
import type { Dialect, UnmarkedEnd } from '../../formats/dialects/dialect'
import { FrameAligner, lastFrame, lastStart, parseFrames } from '../../formats/framings/frames'
import type { FrameMemory } from '../../formats/framings/held-frame'
import { isObject } from '../../formats/parsed-body'
import type {
  ChatProtocol,
  LengthFacts,
  LengthRecord,
  SentFrames,
} from '../../formats/protocols/protocol'
import type { Json } from '../../wire/chat'
import type { FailureOf } from '../upstream-failure'
import { editFrames, type FrameEdit, type TextEdit } from './frame-edits'
import { FrameSample } from './frame-sample'
import { withoutUsageFrames } from './hidden-usage'
import {
  endWords,
  errorIn,
  failureAtEnd,
  failureFrame,
  findingIn,
  framesBefore,
} from './native-ends'
import { OutputGauge } from './output-gauge'
import type { StreamPipe } from './stream-pipe'
import { lastWords, streamEnd } from './terminator'

const NOTHING = new Uint8Array(0)

export interface NativePipeOptions {
  readonly dialect: Dialect
  readonly failureOf: FailureOf
  /** Of its frames' fields, before anybody sees them; absent where all stay as they came. */
  readonly edits?: readonly (FrameEdit | TextEdit)[] | undefined
  /** Where its large frames count. */
  readonly memory?: FrameMemory
  /** The usage chunk was requested by us and is not shown to the client. */
  readonly hideUsage: boolean
  /** The frame for a client that wants to know what was billed, if the upstream did not say. */
  readonly usageFrame?: ChatProtocol['usageFrame']
  /** Fills in what clients rely on and the upstream left out. */
  readonly withUsageFields?: ChatProtocol['withUsageFields']
  /** The same for protocols whose last frame reports it. */
  readonly withUsage?: ChatProtocol['withUsage']
  /** How a stream ends that has to. */
  readonly lengthFrames?: ChatProtocol['lengthFrames']
  /** The same where it takes more than the ends; absent where no stream is ended so. */
  readonly lengthRecord?: LengthRecord | undefined
  /** Looks at the frames before the client gets them; absent where nothing is to be found. */
  readonly watch?: ((frames: Buffer) => void) | undefined
}

export class NativePipe implements StreamPipe {
  readonly #options: NativePipeOptions
  readonly #aligner: FrameAligner
  readonly #gauge = new OutputGauge()
  readonly #terminator: Uint8Array
  readonly #lastWords: readonly string[]
  readonly #unmarked: UnmarkedEnd | undefined
  readonly #sample = new FrameSample()
  #held: Buffer | undefined
  #whole = false
  #failure: GatewayError | undefined
  #hasContent = false
  #reported: Usage | undefined
  /** The client has been sent zeros, which are not what is billed. */
  #isFilled = false

  constructor(options: NativePipeOptions) {
    this.#options = options
    this.#aligner = new FrameAligner(options.memory)
    this.#terminator = options.dialect.meter.terminator
    this.#lastWords = lastWords(options.dialect.meter)
    this.#unmarked = options.dialect.meter.unmarked
  }

  push(chunk: Buffer): Uint8Array | undefined {
    if (this.#whole) return undefined
    const frames = this.#aligner.push(chunk)
    return frames === undefined ? undefined : this.#accept(frames)
  }

  hasContent(): boolean {
    return this.#hasContent
  }

  end(): void {
    if (this.#whole) return
    const last = lastFrame(this.#aligner.rest())
    const shown = last === undefined ? undefined : this.#accept(last)
    // A terminator is held already.
    if (shown !== undefined) this.#held = this.#heldAfter(shown)
    if (this.#whole || this.#failure !== undefined || !this.#saysDone()) return
    if (this.#hasFailed(this.#lastFrames())) return
    // Some upstreams close instead of saying [DONE]; the finish reason says that all is there.
    this.#whole = true
    if (this.#unmarked !== undefined) return
    const terminator = Buffer.from(`data: ${Buffer.from(this.#terminator).toString()}\n\n`)
    this.#held = this.#held === undefined ? terminator : Buffer.concat([this.#held, terminator])
  }

  isWhole(): boolean {
    return this.#whole
  }

  closing(billed?: Usage): Uint8Array {
    const held = this.#held ?? NOTHING
    const { usageFrame, withUsage } = this.#options
    if (billed === undefined) return held
    // What the upstream reported is billed as it is, the very same object.
    if (billed === this.#reported && !this.#isFilled) return held
    if (withUsage !== undefined) return Buffer.from(withUsage(held.toString(), billed))
    if (usageFrame === undefined) return held
    return beforeLast(Buffer.from(held), usageFrame(billed, this.#sample.tail()))
  }

  failure(): GatewayError | undefined {
    return this.#failure
  }

  sent(): SentFrames {
    return { head: this.#sample.head(), tail: this.#sample.tail() }
  }

  errorWasForwarded(): boolean {
    const frames = parseFrames(this.#sample.tail())
    const last = frames.findLast(({ data }) => data !== '[DONE]')
    return last !== undefined && errorIn(last) !== undefined
  }

  cutShort(facts: LengthFacts): Uint8Array | undefined {
    const { lengthRecord, lengthFrames } = this.#options
    const frames = lengthRecord?.end(facts) ?? lengthFrames?.(this.sent(), facts)
    return frames === undefined ? undefined : Buffer.from(frames)
  }

  usage(): Usage | undefined {
    const { meter } = this.#options.dialect
    this.#reported = meter.fromStreamEnds(() => this.#sample.head(), this.#lastFrames())
    return this.#reported
  }

  isFinished(): boolean {
    if (this.#unmarked !== undefined) return this.#saysDone()
    const { shape } = this.#options.dialect
    return shape !== undefined && endWords(this.#sample.tail(), shape).length > 0
  }

  produced(interest: number): number {
    return this.#gauge.tokens(interest, () => {
      const newest = this.#sample.newest()
      if (newest === undefined) return undefined
      return { ...newest, text: this.#options.dialect.meter.generatedText(newest.frames) }
    })
  }

  generated(): { text: string; scale: number } {
    const { text, scale } = this.#sample.sampled()
    return { text: this.#options.dialect.meter.generatedText(text), scale }
  }

  #accept(pushed: Buffer): Uint8Array | undefined {
    const { edits } = this.#options
    const end = this.#unmarked === undefined ? streamEnd(pushed, this.#lastWords) : 0
    const own = end === 0 ? pushed : pushed.subarray(0, end)
    const edited = edits === undefined ? own : editFrames(own, edits)
    if (!this.#hasContent && this.#failsToBegin(edited)) return undefined
    const frames = this.#withoutAccountFault(edited)
    this.#options.watch?.(frames)
    this.#options.lengthRecord?.observe(frames)
    this.#sample.push(frames)
    this.#gauge.observe(frames.length)
    if (this.#unmarked !== undefined) return this.#holdingLast(frames, this.#unmarked)
    const shown = this.#shown(frames)
    if (end === 0 || this.#failure !== undefined) return shown.length > 0 ? shown : undefined
    if (this.#hasFailed(this.#sample.tail())) {
      const sound = this.#soundPart(shown)
      return sound.length > 0 ? sound : undefined
    }
    this.#whole = true
    this.#held = shown
    return undefined
  }

  /** What can be the last frame waits for the next one, or for the end and the bill. */
  #holdingLast(frames: Buffer, { signs }: UnmarkedEnd): Uint8Array | undefined {
    const before = this.#held ?? NOTHING
    this.#held = undefined
    const canBeLast = this.#failure === undefined && signs.some((sign) => frames.includes(sign))
    if (!canBeLast) return before.length === 0 ? frames : Buffer.concat([before, frames])
    const isFailure = this.#hasFailed(frames.toString())
    if (!isFailure) this.#held = Buffer.from(frames)
    const shown = isFailure ? Buffer.concat([before, this.#soundPart(frames)]) : before
    return shown.length > 0 ? shown : undefined
  }

  #heldAfter(shown: Uint8Array): Buffer {
    return Buffer.concat(this.#held === undefined ? [shown] : [shown, this.#held])
  }

  /** Of a sample that is too small for them what is held is here all the same. */
  #lastFrames(): string {
    const tail = this.#sample.tail()
    const isHeld = this.#unmarked !== undefined && this.#held !== undefined
    return isHeld ? `${tail}${this.#held}` : tail
  }

  #saysDone(): boolean {
    const tail = this.#lastFrames()
    return this.#unmarked?.isDone(tail) ?? finishedWithoutTerminator(tail)
  }

  #shown(frames: Buffer): Buffer {
    const { hideUsage, withUsageFields } = this.#options
    if (hideUsage) return withoutUsageFrames(frames)
    if (withUsageFields === undefined) return frames
    const filled = withUsageFields(frames)
    this.#isFilled ||= filled !== frames
    return filled
  }

  /** An error before the first content is a failed attempt, not an answer. */
  #failsToBegin(frames: Buffer): boolean {
    const { dialect, failureOf } = this.#options
    const finding = findingIn(dialect, frames)
    this.#hasContent = finding === 'answer'
    if (typeof finding === 'object') this.#failure = failureOf(500, finding)
    return this.#failure !== undefined
  }

  /**
   * What the upstream says of the operator's account ends the stream here, in our own words; every
   * other failure is reported in its frame.
   */
  #withoutAccountFault(frames: Buffer): Buffer {
    const { dialect, failureOf } = this.#options
    const failed = failureFrame(dialect, frames)
    const failure = failed && failureOf(500, failed.facts)
    if (failed === undefined || failure?.kind !== 'operator_fault') return frames
    this.#failure = failure
    return frames.subarray(0, failed.at)
  }

  /** The provider broke off what has ended in its form. */
  #hasFailed(last: string): boolean {
    const { dialect, failureOf } = this.#options
    const facts = failureAtEnd(dialect, last)
    if (facts !== undefined) this.#failure = failureOf(500, facts)
    return this.#failure !== undefined
  }

  /** What a client may see of frames that end in a failure. */
  #soundPart(frames: Buffer): Buffer {
    return framesBefore(this.#options.dialect, frames)
  }
}

/** The frame put in front of the last one of `frames`, which is the terminator. */
function beforeLast(frames: Buffer, frame: string): Buffer {
  const at = lastStart(frames)
  return Buffer.concat([frames.subarray(0, at), Buffer.from(frame), frames.subarray(at)])
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
