/** A stream between two wire formats: frames to canonical events to frames. */
import type { GatewayError } from '../domain/errors/gateway-error'
import type { Usage } from '../domain/usage'
import type { ChatEvent } from './chat'
import type { StreamReader } from './dialects/dialect'
import { FrameAligner, lastFrame, parseFrames } from './frames'
import { BYTES_PER_TOKEN } from './output-gauge'
import type { StreamWriter } from './protocols/protocol'
import type { StreamPipe } from './stream-pipe'
import type { FailureOf } from './upstream-failure'

/** Generated text kept for counting; far beyond any real answer. */
const KEPT_CHARACTERS = 4 * 1024 * 1024

const encoder = new TextEncoder()

export class TranslatedPipe implements StreamPipe {
  readonly #reader: StreamReader
  readonly #writer: StreamWriter
  readonly #failureOf: FailureOf
  readonly #aligner = new FrameAligner()
  #generated: string[] = []
  #generatedLength = 0
  #generatedBytes = 0
  #isFinished = false
  #usage: Usage | undefined
  #failure: GatewayError | undefined
  #whole = false

  constructor(reader: StreamReader, writer: StreamWriter, failureOf: FailureOf) {
    this.#reader = reader
    this.#writer = writer
    this.#failureOf = failureOf
  }

  push(chunk: Buffer): Uint8Array | undefined {
    if (this.#whole || this.#failure !== undefined) return undefined
    const frames = this.#aligner.push(chunk)
    return frames === undefined ? undefined : this.#translate(frames.toString())
  }

  end(): void {
    if (this.#failure !== undefined) return
    const last = lastFrame(this.#aligner.rest())
    if (last !== undefined) this.#pendingText += this.#text(last.toString())
    // Dialects without a terminator (Gemini) are whole only when the body ends.
    if (this.#reader.finished()) this.#whole = true
  }

  isWhole(): boolean {
    return this.#whole
  }

  closing(): Uint8Array {
    return encoder.encode(this.#pendingText + this.#writer.end())
  }

  failure(): GatewayError | undefined {
    return this.#failure
  }

  errorWasForwarded(): boolean {
    return false
  }

  usage(): Usage | undefined {
    return this.#usage
  }

  isFinished(): boolean {
    return this.#isFinished
  }

  produced(): number {
    return this.#generatedBytes / BYTES_PER_TOKEN
  }

  generated(): { text: string; scale: number } {
    const text = this.#generated.join('')
    return { text, scale: text.length === 0 ? 1 : this.#generatedLength / text.length }
  }

  /** Text of a last frame that had no blank line after it. */
  #pendingText = ''

  #translate(frames: string): Uint8Array | undefined {
    const text = this.#text(frames)
    return text === '' ? undefined : encoder.encode(text)
  }

  #text(frames: string): string {
    let text = ''
    for (const { name, data } of parseFrames(frames)) {
      for (const event of this.#reader.read(name, data)) {
        if (!this.#observe(event)) return text
        text += this.#writer.write(event)
      }
    }
    return text
  }

  /** False when the event ends the stream with a failure. */
  #observe(event: ChatEvent): boolean {
    switch (event.type) {
      case 'usage':
        this.#usage = event.usage
        return true
      case 'text':
      case 'thinking':
        this.#keep(event.text)
        return true
      case 'tool_call':
        this.#keep(event.name)
        return true
      case 'tool_arguments':
        this.#keep(event.json)
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

  #keep(text: string): void {
    this.#generatedBytes += Buffer.byteLength(text)
    const room =
      KEPT_CHARACTERS -
      (this.#generatedLength < KEPT_CHARACTERS ? this.#generatedLength : KEPT_CHARACTERS)
    if (room > 0) this.#generated.push(text)
    this.#generatedLength += text.length
  }
}
