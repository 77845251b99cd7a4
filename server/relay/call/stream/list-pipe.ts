/** Frames of another pipe as one JSON list, written piece by piece. */
import type { Usage } from '../../../domain/money/usage'
import type { LengthFacts, Protocol } from '../../formats/protocols/protocol'
import type { StreamPipe } from './stream-pipe'

type ListOf = NonNullable<Protocol['listOf']>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class ListPipe implements StreamPipe {
  readonly #inner: StreamPipe
  readonly #listOf: ListOf
  #isFirst = true

  constructor(inner: StreamPipe, listOf: ListOf) {
    this.#inner = inner
    this.#listOf = listOf
  }

  push(chunk: Buffer): Uint8Array | undefined {
    const frames = this.#inner.push(chunk)
    return frames === undefined ? undefined : this.#write(frames, false)
  }

  closing(billed?: Usage): Uint8Array {
    return this.#write(this.#inner.closing(billed), true)
  }

  /** A list that breaks off would be no JSON: the failure is its last member. */
  lastWords(frame: Uint8Array): Uint8Array {
    return this.#write(frame, true)
  }

  cutShort(facts: LengthFacts): Uint8Array | undefined {
    const frames = this.#inner.cutShort?.(facts)
    return frames && this.#write(frames, true)
  }

  hasContent = () => this.#inner.hasContent()
  isWhole = () => this.#inner.isWhole()
  end = () => this.#inner.end()
  failure = () => this.#inner.failure()
  sent = () => this.#inner.sent()
  errorWasForwarded = () => this.#inner.errorWasForwarded()
  usage = () => this.#inner.usage()
  isFinished = () => this.#inner.isFinished()
  produced = (interest: number) => this.#inner.produced(interest)
  generated = () => this.#inner.generated()

  #write(frames: Uint8Array, isLast: boolean): Uint8Array {
    const text = this.#listOf(decoder.decode(frames), { isFirst: this.#isFirst, isLast })
    if (text !== '') this.#isFirst = false
    return encoder.encode(text)
  }
}
