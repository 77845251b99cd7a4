import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { Usage } from '../../../../domain/money/usage'
import type { ChatEvent, Citation, FinishReason, JsonObject } from '../../../wire/chat'
import type { Thought } from '../../chat/carried-thoughts'
import type { AnswerContext, StreamWriter } from '../protocol'
import { groundingOf } from './citations'
import { frameOf, writeUsage } from './usage'
import { contentOf, showsThoughts, signOff, writeFinish } from './write-answer'
import { callPart, lastPart, textPart, thoughtPart, type WrittenCall } from './write-parts'

/** Of thoughts and arguments, which can only be sent whole. */
const MAX_MB = 16
const MAX_CHARACTERS = MAX_MB * 1024 * 1024

type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>

type GrowingCall = WrittenCall & { argumentsJson: string; readonly before: readonly Thought[] }

interface ChoiceState {
  /** Thoughts since the last text or call. */
  thoughts: Thought[]
  readonly calls: Map<number, GrowingCall>
  readonly citations: Citation[]
  reason: FinishReason
}

/**
 * Writes `GenerateContentResponse` frames. Text and thoughts go out as they come; a call is sent
 * whole, so calls stand in the last frame, with citations, the reason to finish and the usage.
 */
export class GeminiStreamWriter implements StreamWriter {
  readonly #context: AnswerContext
  readonly #choices = new Map<number, ChoiceState>()
  #id = ''
  #usage: Usage | undefined
  #characters = 0

  constructor(context: AnswerContext) {
    this.#context = context
  }

  write(event: ChatEvent): string {
    switch (event.type) {
      case 'error':
        return ''
      case 'usage':
        this.#usage = event.usage
        return ''
      case 'start':
        this.#id = event.id
        return ''
      default: {
        const index = event.choice ?? 0
        const part = this.#take(event, this.#choice(index))
        return part === undefined ? '' : this.#frame([{ ...contentOf([part]), index }])
      }
    }
  }

  end(billed = this.#usage): string {
    this.#choice(0)
    const candidates = [...this.#choices].map(
      ([index, { calls, thoughts, citations, reason }]) => ({
        ...contentOf([
          ...[...calls.values()].map((call) => callPart(call, call.before)),
          ...lastPart(thoughts),
        ]),
        finishReason: writeFinish(reason),
        index,
        ...groundingOf(citations),
      }),
    )
    return this.#frame(candidates, billed && writeUsage(billed))
  }

  /** The part that can be written now. */
  #take(event: ChoiceEvent, state: ChoiceState): JsonObject | undefined {
    switch (event.type) {
      case 'text':
        return event.text === '' ? undefined : textPart(event.text, taken(state))
      case 'citation':
        this.#grow(JSON.stringify(event.citation))
        state.citations.push(event.citation)
        return undefined
      case 'thinking':
        this.#grow(event.text)
        addThought(state, event.text)
        return showsThoughts(this.#context) && event.text !== ''
          ? thoughtPart(event.text)
          : undefined
      case 'signature':
        this.#grow(event.signature)
        sign(state, event.signature)
        return undefined
      case 'redacted_thinking':
        this.#grow(event.blob)
        state.thoughts.push({ type: 'redacted_thinking', blob: event.blob })
        return undefined
      case 'tool_call': {
        const { id, name, signature } = event
        const call = { id, name, signature, argumentsJson: '', before: taken(state) }
        state.calls.set(event.index, call)
        return undefined
      }
      case 'tool_arguments': {
        this.#grow(event.json)
        const call = state.calls.get(event.index)
        if (call !== undefined) call.argumentsJson += event.json
        return undefined
      }
      case 'finish':
        state.reason = event.reason
        return undefined
    }
  }

  #choice(index: number): ChoiceState {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    const fresh: ChoiceState = { thoughts: [], calls: new Map(), citations: [], reason: 'stop' }
    this.#choices.set(index, fresh)
    return fresh
  }

  #frame(candidates: readonly JsonObject[], usageMetadata?: JsonObject): string {
    const usageField = usageMetadata === undefined ? {} : { usageMetadata }
    return frameOf({ candidates, ...usageField, ...signOff(this.#id, this.#context) })
  }

  /** Throws `upstream.too_large` for an answer without an end. */
  #grow(text: string): void {
    this.#characters += text.length
    if (this.#characters <= MAX_CHARACTERS) return
    throw new GatewayError('upstream.too_large', { limitMb: MAX_MB })
  }
}

function taken(state: ChoiceState): readonly Thought[] {
  const { thoughts } = state
  if (thoughts.length > 0) state.thoughts = []
  return thoughts
}

/** Fragments of one thought, until it is signed. */
function addThought({ thoughts }: ChoiceState, text: string): void {
  const last = thoughts.at(-1)
  const isOpen = last?.type === 'thinking' && last.signature === undefined
  if (isOpen) thoughts[thoughts.length - 1] = { ...last, text: last.text + text }
  else thoughts.push({ type: 'thinking', text })
}

/** A signature may come for thoughts that stay secret. */
function sign({ thoughts }: ChoiceState, signature: string): void {
  const last = thoughts.at(-1)
  const isOpen = last?.type === 'thinking' && last.signature === undefined
  if (isOpen) thoughts[thoughts.length - 1] = { ...last, signature }
  else thoughts.push({ type: 'thinking', text: '', signature })
}
