/** A stream between two wire formats: frames to canonical events to frames. */
import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { Usage } from '../../../domain/money/usage'
import { bringsContent } from '../../formats/dialects/answer-shape'
import type { Frame } from '../../formats/framings/frames'
import type { Framing } from '../../formats/framings/framing'
import { SseFraming } from '../../formats/framings/sse'
import type { LengthFacts, SentFrames, StreamWriter } from '../../formats/protocols/protocol'
import type { ChatEvent, StreamReader } from '../../wire/chat'
import type { FailureOf } from '../upstream-failure'
import type { StreamPipe } from './stream-pipe'
import { isLastFrame } from './terminator'
import { TextSample } from './text-sample'

const encoder = new TextEncoder()

interface Ends {
  readonly reader: StreamReader
  readonly writer: StreamWriter
  /** Server-sent events when absent. */
  readonly framing?: Framing | undefined
  /** Words by which a frame ends the stream; empty where only the end of the body does. */
  readonly lastWords: readonly string[]
}

export class TranslatedPipe implements StreamPipe {
  readonly #reader: StreamReader
  readonly #writer: StreamWriter
  readonly #failureOf: FailureOf
  readonly #framing: Framing
  readonly #lastWords: readonly string[]
  readonly #generated = new TextSample()
  #isFinished = false
  #hasContent = false
  #usage: Usage | undefined
  #failure: GatewayError | undefined
  #whole = false
  /** The first and the last text that was written. */
  #first = ''
  #last = ''

  constructor(ends: Ends, failureOf: FailureOf) {
    const { reader, writer, framing = new SseFraming(), lastWords } = ends
    this.#lastWords = lastWords
    this.#framing = framing
    this.#reader = reader
    this.#writer = writer
    this.#failureOf = failureOf
  }

  push(chunk: Buffer): Uint8Array | undefined {
    if (this.#whole || this.#failure !== undefined) return undefined
    const frames = this.#framing.push(chunk)
    return frames.length === 0 ? undefined : this.#translate(frames)
  }

  end(): void {
    if (this.#whole || this.#failure !== undefined) return
    this.#pendingText += this.#text(this.#framing.rest())
    // Dialects without a terminator (Gemini) are whole only when the body ends.
    if (this.#reader.finished()) this.#whole = true
  }

  isWhole(): boolean {
    return this.#whole
  }

  hasContent(): boolean {
    return this.#hasContent
  }

  closing(billed?: Usage): Uint8Array {
    return encoder.encode(this.#pendingText + this.#writer.end(billed))
  }

  failure(): GatewayError | undefined {
    return this.#failure
  }

  sent(): SentFrames {
    return { head: this.#first, tail: this.#last }
  }

  errorWasForwarded(): boolean {
    return false
  }

  cutShort({ billed, choices }: LengthFacts): Uint8Array {
    let text = this.#pendingText
    for (let choice = 0; choice < choices; choice += 1) {
      text += this.#writer.write({ type: 'finish', reason: 'length', choice })
    }
    return encoder.encode(text + this.#writer.end(billed))
  }

  usage(): Usage | undefined {
    return this.#usage
  }

  isFinished(): boolean {
    return this.#isFinished
  }

  produced(): number {
    return this.#generated.tokens()
  }

  generated(): { text: string; scale: number } {
    return this.#generated.sampled()
  }

  /** Text of a last frame that had no blank line after it. */
  #pendingText = ''

  #translate(frames: readonly Frame[]): Uint8Array | undefined {
    const text = this.#text(frames)
    if (text === '') return undefined
    this.#first ||= text
    this.#last = text
    return encoder.encode(text)
  }

  #text(frames: readonly Frame[]): string {
    let text = ''
    for (const { name, data } of frames) {
      for (const event of this.#reader.read(name, data)) {
        if (!this.#observe(event)) return text
        text += this.#writer.write(event)
      }
      if (isLastFrame({ name, data }, this.#lastWords) && this.#reader.finished()) {
        this.#whole = true
        break
      }
    }
    return text
  }

  /** False when the event ends the stream with a failure. */
  #observe(event: ChatEvent): boolean {
    this.#hasContent ||= bringsContent(event)
    switch (event.type) {
      case 'usage':
        this.#usage = event.usage
        return true
      case 'text':
      case 'thinking':
        this.#generated.push(event.text)
        return true
      case 'tool_call':
        this.#generated.push(event.name)
        return true
      case 'tool_arguments':
        this.#generated.push(event.json)
        return true
      case 'error':
        this.#failure = this.#failureOf(500, {
          message: event.message,
          type: event.vendorType,
          code: event.vendorCode,
        })
        return false
      case 'finish':
        this.#isFinished = true
        return true
      default:
        return true
    }
  }
}
