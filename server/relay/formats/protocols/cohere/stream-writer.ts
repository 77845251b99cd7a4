import type { Usage } from '../../../../domain/money/usage'
import type { ChatEvent, Citation, FinishReason, JsonObject } from '../../../wire/chat'
import { carryThoughts } from '../../chat/carried-thoughts'
import { JsonObjectScan } from '../../chat/json-object-scan'
import { writeToolSignature } from '../openai/tool-signature'
import type { AnswerContext, StreamWriter } from '../protocol'
import { countCharacters, type TextPlace, writeCitation } from './citations'
import { DONE, END, frame } from './frame'
import { proofOf } from './thoughts'
import { writeUsage } from './usage'
import { writeFinish } from './write-answer'

interface OpenCall {
  readonly scan: JsonObjectScan
  hasArguments: boolean
  isEnded: boolean
}

type ContentEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' | 'finish' }>

/** Writes the events of `POST /v2/chat`. An `error` event writes nothing: the stream breaks. */
export class CohereStreamWriter implements StreamWriter {
  readonly #context: AnswerContext
  readonly #calls = new Map<number, OpenCall>()
  readonly #texts: TextPlace[] = []
  #isStarted = false
  #usage: Usage | undefined
  #reason: FinishReason = 'stop'
  /** The piece of content that is being written. */
  #open: { readonly type: 'text' | 'thinking'; readonly index: number } | undefined
  #pieces = 0
  #citations = 0
  /** Characters of all text so far. */
  #said = 0

  constructor(context: AnswerContext) {
    this.#context = context
  }

  write(event: ChatEvent): string {
    if ('choice' in event && (event.choice ?? 0) > 0) return ''
    switch (event.type) {
      case 'error':
        return ''
      case 'usage':
        this.#usage = event.usage
        return ''
      case 'start':
        return this.#start(event.id)
      case 'finish':
        this.#reason = event.reason
        return ''
      default:
        return this.#start('') + this.#content(event)
    }
  }

  end(billed = this.#usage): string {
    const start = this.#start('')
    const open = this.#close()
    let ends = ''
    for (const [index, call] of this.#calls) ends += this.#endCall(index, call)
    const finish_reason = writeFinish(this.#reason, this.#calls.size > 0)
    const delta = { finish_reason, ...(billed && { usage: writeUsage(billed) }) }
    return start + open + ends + frame({ type: END, delta }) + DONE
  }

  #start(id: string): string {
    if (this.#isStarted) return ''
    this.#isStarted = true
    const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }
    return frame({ id: id || this.#context.requestId, type: 'message-start', delta: { message } })
  }

  #content(event: ContentEvent): string {
    switch (event.type) {
      case 'text':
        return event.text === '' ? '' : this.#text(event.text)
      case 'citation':
        return this.#citation(event.citation)
      case 'thinking':
        return event.text === '' ? '' : this.#piece('thinking', { thinking: event.text })
      case 'signature':
        return this.#piece('thinking', proofOf(event.signature)) + this.#close()
      case 'redacted_thinking': {
        const { blob } = event
        const proof = proofOf(carryThoughts([{ type: 'redacted_thinking', blob }]))
        return this.#close() + this.#piece('thinking', proof) + this.#close()
      }
      case 'tool_call':
        return this.#close() + this.#startCall(event)
      case 'tool_arguments':
        return this.#arguments(event.index, event.json)
    }
  }

  #text(text: string): string {
    const frames = this.#piece('text', { text })
    this.#said += countCharacters(text)
    return frames
  }

  /** A piece of the content that grows, or the begin of the next one. */
  #piece(type: 'text' | 'thinking', content: JsonObject): string {
    const open = this.#open?.type === type ? this.#open : undefined
    if (open !== undefined) return delta('content-delta', open.index, { content })
    const closed = this.#close()
    const index = this.#pieces
    this.#pieces += 1
    this.#open = { type, index }
    if (type === 'text') this.#texts.push({ place: index, begin: this.#said })
    const begun = delta('content-start', index, { content: { type, [type]: '' } })
    return closed + begun + delta('content-delta', index, { content })
  }

  #close(): string {
    const { index } = this.#open ?? {}
    this.#open = undefined
    return index === undefined ? '' : frame({ type: 'content-end', index })
  }

  #citation(citation: Citation): string {
    const index = this.#citations
    this.#citations += 1
    const started = delta('citation-start', index, {
      citations: writeCitation(citation, this.#texts),
    })
    return started + frame({ type: 'citation-end', index })
  }

  #startCall({ index, id, name, signature }: Extract<ContentEvent, { type: 'tool_call' }>): string {
    this.#calls.set(index, { scan: new JsonObjectScan(), hasArguments: false, isEnded: false })
    const call = { id, type: 'function', function: { name, arguments: '' } }
    return delta('tool-call-start', index, {
      tool_calls: { ...call, ...writeToolSignature(signature) },
    })
  }

  #arguments(index: number, json: string): string {
    const call = this.#calls.get(index)
    if (call === undefined || call.isEnded || json === '') return ''
    call.hasArguments = true
    const frames = argumentsDelta(index, json)
    return call.scan.isCompleteAfter(json) ? frames + this.#endCall(index, call) : frames
  }

  /** A call without arguments must still parse as JSON at the client. */
  #endCall(index: number, call: OpenCall): string {
    if (call.isEnded) return ''
    call.isEnded = true
    const none = call.hasArguments ? '' : argumentsDelta(index, '{}')
    return none + frame({ type: 'tool-call-end', index })
  }
}

function delta(type: string, index: number, message: JsonObject): string {
  return frame({ type, index, delta: { message } })
}

function argumentsDelta(index: number, json: string): string {
  return delta('tool-call-delta', index, { tool_calls: { function: { arguments: json } } })
}
