import { type Usage, usage } from '../../../../domain/money/usage'
import type { ChatEvent, FinishReason, JsonObject } from '../../../wire/chat'
import type { AnswerContext, StreamWriter } from '../protocol'
import { BlockQueue } from './block-queue'
import { writeUsage } from './usage'
import { messageId, writeStop } from './write-answer'

/**
 * Writes Messages events. Whatever came before, `end()` leaves a well-formed stream: the open
 * block closed, then `message_delta`, then `message_stop`. An `error` event writes nothing.
 */
export class ClaudeStreamWriter implements StreamWriter {
  readonly #context: AnswerContext
  readonly #blocks = new BlockQueue(frame)
  #started = false
  #usage: Usage | undefined
  #reason: FinishReason = 'stop'
  #stopSequence: string | undefined

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
        return this.#start(event.id)
      case 'finish':
        if (isFirstChoice(event.choice)) {
          this.#reason = event.reason
          this.#stopSequence = event.stopSequence
        }
        return ''
      default:
        return isFirstChoice(event.choice) ? this.#start('') + this.#blocks.push(event) : ''
    }
  }

  end(billed = this.#usage): string {
    const delta = {
      stop_reason: writeStop(this.#reason, this.#blocks.calledTools),
      stop_sequence: this.#stopSequence ?? null,
    }
    return (
      this.#start('') +
      this.#blocks.flush() +
      frame('message_delta', { delta, usage: writeUsage(billed ?? this.#estimate()) }) +
      frame('message_stop', {})
    )
  }

  #start(id: string): string {
    if (this.#started) return ''
    this.#started = true
    const message = {
      id: messageId(id, this.#context.requestId),
      type: 'message',
      role: 'assistant',
      model: this.#context.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: writeUsage(this.#usage ?? this.#estimate()),
    }
    return frame('message_start', { message })
  }

  #estimate(): Usage {
    return usage({ promptTokens: this.#context.promptTokensEstimate })
  }
}

function isFirstChoice(choice: number | undefined): boolean {
  return choice === undefined || choice === 0
}

function frame(type: string, payload: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...payload })}\n\n`
}
