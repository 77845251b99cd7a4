/** One whole answer out of a stream that nobody requested. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Usage } from '../../../domain/money/usage'
import type { Frame } from '../../formats/framings/frames'
import type { Framing } from '../../formats/framings/framing'
import { SseFraming } from '../../formats/framings/sse'
import type {
  ChatAnswer,
  ChatChoice,
  ChatEvent,
  Citation,
  FinishReason,
  Part,
  StreamReader,
} from '../../wire/chat'
import type { FailureOf } from '../upstream-failure'
import { isLastFrame } from './terminator'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Piece = Mutable<Part>
type ContentEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>

interface Choice {
  readonly parts: Piece[]
  readonly calls: Map<number, Extract<Piece, { type: 'tool_call' }>>
  /** `undefined` until it is reported. */
  finishReason: FinishReason | undefined
  stopSequence: string | undefined
}

interface AssemblyOptions {
  /** Server-sent events when absent. */
  readonly framing?: Framing | undefined
  /** Words of the frames that can be the last, as `isLastFrame` reads them. */
  readonly lastWords?: readonly string[]
}

/** Some upstreams stream to callers that asked them not to. The caller bounds the bytes. */
export class AnswerAssembly {
  readonly #reader: StreamReader
  readonly #failureOf: FailureOf
  readonly #framing: Framing
  readonly #lastWords: readonly string[]
  #hasEnded = false
  readonly #choices = new Map<number, Choice>()
  #id = ''
  #model = ''
  #usage: Usage | undefined

  constructor(
    reader: StreamReader,
    failureOf: FailureOf,
    { framing = new SseFraming(), lastWords = [] }: AssemblyOptions = {},
  ) {
    this.#framing = framing
    this.#lastWords = lastWords
    this.#reader = reader
    this.#failureOf = failureOf
  }

  /** Throws the failure that the stream reports, or `upstream.invalid_answer`. */
  push(chunk: Buffer): void {
    this.#read(this.#framing.push(chunk))
  }

  /** By its own protocol, whatever the upstream still writes. */
  hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Whether nothing is missing, even if the body goes on. */
  isWhole(): boolean {
    return this.#reader.finished()
  }

  /** After the last chunk. Throws `upstream.cut` when the answer is not whole. */
  finish(): ChatAnswer {
    this.#read(this.#framing.rest())
    if (!this.isWhole() && !this.#isFinished()) throw new GatewayError('upstream.cut')
    const inOrder = [...this.#choices].sort(([a], [b]) => a - b)
    const choices = inOrder.map(([, choice]) => choiceOf(choice))
    const answer = { id: this.#id, model: this.#model, choices }
    return this.#usage === undefined ? answer : { ...answer, usage: this.#usage }
  }

  /** Some upstreams close instead of saying that all is there; the finish reasons tell. */
  #isFinished(): boolean {
    const choices = [...this.#choices.values()]
    return choices.length > 0 && choices.every((choice) => choice.finishReason !== undefined)
  }

  #read(frames: readonly Frame[]): void {
    for (const { name, data } of frames) {
      if (this.#hasEnded) return
      for (const event of this.#reader.read(name, data)) this.#take(event)
      this.#hasEnded = isLastFrame({ name, data }, this.#lastWords) && this.isWhole()
    }
  }

  #take(event: ChatEvent): void {
    switch (event.type) {
      case 'start':
        this.#id = event.id
        this.#model = event.model
        return
      case 'usage':
        this.#usage = event.usage
        return
      case 'error':
        throw this.#failureOf(500, {
          message: event.message,
          type: event.vendorType,
          code: event.vendorCode,
        })
      default:
        add(event, this.#choice(event.choice ?? 0))
    }
  }

  #choice(index: number): Choice {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    const fresh: Choice = {
      parts: [],
      calls: new Map(),
      finishReason: undefined,
      stopSequence: undefined,
    }
    this.#choices.set(index, fresh)
    return fresh
  }
}

function add(event: ContentEvent, choice: Choice): void {
  const { parts, calls } = choice
  switch (event.type) {
    case 'text':
    case 'thinking':
      addText(parts, event)
      return
    case 'signature':
      sign(parts, event.signature)
      return
    case 'citation':
      cite(parts, event.citation)
      return
    case 'redacted_thinking':
      parts.push({ type: 'redacted_thinking', blob: event.blob })
      return
    case 'tool_call': {
      const { id, name, signature } = event
      const call = { type: 'tool_call' as const, id, name, argumentsJson: '' }
      const signed = signature === undefined ? call : { ...call, signature }
      calls.set(event.index, signed)
      parts.push(signed)
      return
    }
    case 'tool_arguments': {
      const call = calls.get(event.index)
      if (call !== undefined) call.argumentsJson += event.json
      return
    }
    case 'finish':
      choice.finishReason = event.reason
      choice.stopSequence = event.stopSequence
  }
}

function addText(parts: Piece[], { type, text }: { type: 'text' | 'thinking'; text: string }) {
  const last = parts.at(-1)
  const isOpen = last?.type === type && !('signature' in last)
  if (isOpen) last.text += text
  else parts.push({ type, text })
}

function cite(parts: Piece[], citation: Citation): void {
  const last = parts.findLast((part) => part.type === 'text')
  if (last !== undefined) last.citations = [...(last.citations ?? []), citation]
}

/** A signature may come for thoughts that stay secret. */
function sign(parts: Piece[], signature: string): void {
  const last = parts.at(-1)
  if (last?.type === 'thinking' && !('signature' in last)) last.signature = signature
  else parts.push({ type: 'thinking', text: '', signature })
}

function choiceOf({ parts, finishReason = 'stop', stopSequence }: Choice): ChatChoice {
  return stopSequence === undefined
    ? { parts, finishReason }
    : { parts, finishReason, stopSequence }
}
