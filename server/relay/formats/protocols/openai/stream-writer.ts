import type { Usage } from '../../../../domain/money/usage'
import type { ChatEvent, FinishReason, JsonObject } from '../../../wire/chat'
import type { AnswerContext, StreamWriter } from '../protocol'
import { writeAnnotations } from './citations'
import { encryptedDetail, textDetail } from './reasoning'
import { writeToolSignature } from './tool-signature'
import { writeUsage } from './usage'
import { answerId, writeFinish } from './write-answer'

type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>

/** Where one of the parallel answers stands. */
interface ChoiceState {
  finished: boolean
  /** Tool numbers of this choice → whether any text of the arguments was written. */
  readonly tools: Map<number, boolean>
  /** Next free index of `reasoning_details`, and whether the last one may still grow. */
  nextDetail: number
  detailOpen: boolean
}

/** Writes `chat.completion.chunk` frames. An `error` event writes nothing: the stream breaks. */
export class OpenaiStreamWriter implements StreamWriter {
  readonly #context: AnswerContext
  readonly #choices = new Map<number, ChoiceState>()
  #id: string
  #usage: Usage | undefined

  constructor(context: AnswerContext) {
    this.#context = context
    this.#id = answerId('', context.requestId)
  }

  write(event: ChatEvent): string {
    if (event.type === 'error') return ''
    if (event.type === 'usage') {
      this.#usage = event.usage
      return ''
    }
    if (event.type === 'start') {
      this.#id = answerId(event.id, this.#context.requestId)
      return this.#open(0)
    }
    const index = event.choice ?? 0
    const opening = this.#open(index)
    return opening + this.#writeToChoice(event, index, this.#choice(index))
  }

  end(billed = this.#usage): string {
    let frames = this.#open(0)
    for (const [index, state] of this.#choices) frames += this.#finish('stop', index, state)
    if (this.#context.includeUsage && billed !== undefined) {
      frames += this.#frame([], writeUsage(billed))
    }
    return `${frames}data: [DONE]\n\n`
  }

  #choice(index: number): ChoiceState {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    const fresh = { finished: false, tools: new Map(), nextDetail: 0, detailOpen: false }
    this.#choices.set(index, fresh)
    return fresh
  }

  #open(index: number): string {
    if (this.#choices.has(index)) return ''
    this.#choice(index)
    return this.#delta(index, { role: 'assistant', content: '' })
  }

  #writeToChoice(event: ChoiceEvent, index: number, state: ChoiceState): string {
    switch (event.type) {
      case 'text':
        state.detailOpen = false
        return this.#delta(index, { content: event.text })
      case 'citation': {
        const annotations = writeAnnotations(event.citation)
        return annotations.length === 0 ? '' : this.#delta(index, { annotations })
      }
      case 'thinking': {
        const detail = textDetail(openDetail(state), event.text)
        return this.#delta(index, { reasoning_content: event.text, reasoning_details: [detail] })
      }
      case 'signature': {
        const detail = textDetail(openDetail(state), '', event.signature)
        state.detailOpen = false
        return this.#delta(index, { reasoning_details: [detail] })
      }
      case 'redacted_thinking': {
        state.detailOpen = false
        const detail = encryptedDetail(openDetail(state), event.blob)
        state.detailOpen = false
        return this.#delta(index, { reasoning_details: [detail] })
      }
      case 'tool_call': {
        state.detailOpen = false
        state.tools.set(event.index, false)
        const { id, name } = event
        const call = { id, type: 'function', function: { name, arguments: '' } }
        return this.#toolDelta(index, event.index, {
          ...call,
          ...writeToolSignature(event.signature),
        })
      }
      case 'tool_arguments':
        if (event.json !== '') state.tools.set(event.index, true)
        return this.#toolDelta(index, event.index, { function: { arguments: event.json } })
      case 'finish':
        return this.#finish(event.reason, index, state)
    }
  }

  /** A call without arguments must still parse as JSON at the client. */
  #finish(reason: FinishReason, index: number, state: ChoiceState): string {
    if (state.finished) return ''
    state.finished = true
    let frames = ''
    for (const [tool, hasArguments] of state.tools) {
      if (!hasArguments) frames += this.#toolDelta(index, tool, { function: { arguments: '{}' } })
    }
    const finish = writeFinish(reason, state.tools.size > 0)
    return frames + this.#frame([{ index, delta: {}, logprobs: null, finish_reason: finish }])
  }

  #toolDelta(choice: number, tool: number, call: JsonObject): string {
    return this.#delta(choice, { tool_calls: [{ index: tool, ...call }] })
  }

  #delta(index: number, delta: JsonObject): string {
    return this.#frame([{ index, delta, logprobs: null, finish_reason: null }])
  }

  #frame(choices: readonly JsonObject[], usage: JsonObject | null = null): string {
    const chunk = {
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#context.nowSeconds,
      model: this.#context.model,
      choices,
      // With usage requested, OpenAI shows the field in every chunk, filled in the last.
      ...(this.#context.includeUsage && { usage }),
    }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }
}

function openDetail(state: ChoiceState): number {
  if (!state.detailOpen) {
    state.detailOpen = true
    state.nextDetail += 1
  }
  return state.nextDetail - 1
}
