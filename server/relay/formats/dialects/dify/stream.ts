import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { countOf, objectOf, parseObject, textOf } from '../json-fields'
import { failureOf, idOf, outputText } from './decode'
import { readUsage, WorkflowUsage } from './usage'

/** Reads the events of an app that answers, or of a workflow that runs. */
export class DifyStreamReader implements StreamReader {
  readonly #used = new WorkflowUsage()
  #isStarted = false
  #isEnded = false
  /** Agents speak in events of their own, and repeat the whole at the end as a message. */
  #isAgent = false
  #hasText = false
  #isReplaced = false

  /** Throws `upstream.invalid_answer` for an event that is not JSON. */
  read(_name: string, data: string): readonly ChatEvent[] {
    if (data === '') return []
    const event = parseObject(data)
    if (event === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'an event is not JSON' })
    }
    const events = this.#readEvent(event)
    if (this.#isStarted || events.length === 0) return events
    this.#isStarted = true
    return [{ type: 'start', id: idOf(event), model: '' }, ...events]
  }

  finished(): boolean {
    return this.#isEnded
  }

  #readEvent(event: JsonObject): readonly ChatEvent[] {
    const run = objectOf(event.data) ?? {}
    switch (event.event) {
      case 'message':
        return this.#isAgent ? [] : this.#text(textOf(event.answer))
      case 'agent_message':
        this.#isAgent = true
        return this.#text(textOf(event.answer))
      case 'text_chunk':
        return this.#text(textOf(run.text))
      case 'agent_thought':
        return thought(textOf(event.thought), this.#isAgent)
      case 'reasoning_chunk':
        return thought(textOf(run.reasoning), false)
      case 'message_replace':
        return this.#replace(textOf(event.answer))
      case 'node_finished':
        this.#used.add(objectOf(run.outputs)?.usage ?? objectOf(run.process_data)?.usage)
        return []
      case 'message_end':
        return this.#end(readUsage(objectOf(event.metadata)?.usage))
      case 'workflow_finished':
        return this.#endRun(event, run)
      case 'workflow_paused':
        return [failure('the workflow waits for a person')]
      case 'error':
        return [failure(textOf(event.message) ?? 'the app failed', textOf(event.code))]
      default:
        // Files, sounds, steps of a workflow and events that are yet to be invented.
        return []
    }
  }

  #text(text: string | undefined): readonly ChatEvent[] {
    if (text === undefined || this.#isReplaced) return []
    this.#hasText = true
    return [{ type: 'text', text }]
  }

  /** What was said before has reached the client, and is followed by what it should have been. */
  #replace(text: string | undefined): readonly ChatEvent[] {
    const said = this.#text(text === undefined || !this.#hasText ? text : `\n${text}`)
    this.#isReplaced = true
    return said
  }

  #end(usage: ReturnType<typeof readUsage>): readonly ChatEvent[] {
    if (this.#isEnded) return []
    this.#isEnded = true
    const reason = this.#isReplaced ? 'content_filter' : 'stop'
    const finish: ChatEvent = { type: 'finish', reason }
    return usage === undefined ? [finish] : [{ type: 'usage', usage }, finish]
  }

  /** A workflow behind a chat is only a part of it: the message ends after it. */
  #endRun(event: JsonObject, run: JsonObject): readonly ChatEvent[] {
    const problem = failureOf(run)
    if (problem !== undefined) return [failure(problem, 'workflow_failed')]
    if (textOf(event.conversation_id) !== undefined) return []
    const rest = this.#hasText || run.outputs === undefined ? '' : outputText(run.outputs)
    const text = this.#text(rest || undefined)
    return [...text, ...this.#end(this.#used.whole(countOf(run.total_tokens)))]
  }
}

/** An agent's thoughts repeat what it says. */
function thought(text: string | undefined, isSpoken: boolean): readonly ChatEvent[] {
  return text === undefined || isSpoken ? [] : [{ type: 'thinking', text }]
}

function failure(message: string, vendorCode?: string): ChatEvent {
  return { type: 'error', message, ...(vendorCode !== undefined && { vendorCode }) }
}
