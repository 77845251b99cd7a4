/**
 * Turns canonical events into the events and the final object of one response. Text and
 * reasoning come one after the other; calls of tools may grow side by side, as other vendors
 * write them, and each is closed as soon as its arguments are whole.
 */
import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { Usage } from '../../../../domain/money/usage'
import type { ChatEvent, Citation, FinishReason, JsonObject } from '../../../wire/chat'
import { ownItemId } from '../../chat/own-items'
import { toolSignatureBlob } from '../claude/tool-signature'
import type { AnswerContext } from '../protocol'
import { annotationsOf } from './citations'
import { toolNoteOf } from './notes'
import { OpenCall, type OpenItem, OpenMessage, OpenReasoning, type Status } from './open-items'
import { hiddenContent } from './reasoning'
import { incompleteReason, type ResponseState, responseObject } from './response-object'

/** The last event repeats all, so all has to be stored. */
const MAX_CHARACTERS = 16 * 1024 * 1024

const ID_KINDS = { message: 'msg', reasoning: 'rs', call: 'fc' } as const

type ContentEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' | 'finish' }>

export class ResponseAssembly {
  readonly #context: AnswerContext
  readonly #output: JsonObject[] = []
  readonly #calls = new Map<number, { readonly item: OpenCall; readonly at: number }>()
  #open: { readonly item: OpenMessage | OpenReasoning; readonly at: number } | undefined
  #started = false
  #usage: Usage | undefined
  #reason: FinishReason = 'stop'
  #characters = 0
  /** Characters of text in messages that are closed, as Unicode counts them. */
  #closedCharacters = 0

  constructor(context: AnswerContext) {
    this.#context = context
  }

  /** Events for the client. Throws `upstream.too_large` for an answer without an end. */
  take(event: ChatEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'error':
        return []
      case 'usage':
        this.#usage = event.usage
        return []
      case 'start':
        return this.#start()
      case 'finish':
        if (isFirstChoice(event.choice)) this.#reason = event.reason
        return []
      default:
        return isFirstChoice(event.choice) ? [...this.#start(), ...this.#place(event)] : []
    }
  }

  /** The last events; the very last one has the whole response. */
  finish(billed: Usage | undefined): readonly JsonObject[] {
    const reason = incompleteReason(this.#reason)
    const status = reason === undefined ? 'completed' : 'incomplete'
    const events = [...this.#start(), ...this.#closeOpen(status)]
    for (const index of [...this.#calls.keys()]) events.push(...this.#closeCall(index, status))
    const usage = billed ?? this.#usage
    const response = this.#response({ status, reason, usage, output: this.#output })
    return [...events, { type: `response.${status}`, response }]
  }

  #response(state: ResponseState): JsonObject {
    return responseObject(this.#context, state)
  }

  #start(): readonly JsonObject[] {
    if (this.#started) return []
    this.#started = true
    const state = {
      status: 'in_progress',
      output: [],
      reason: undefined,
      usage: undefined,
    } as const
    const response = this.#response(state)
    return [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ]
  }

  #place(event: ContentEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'text': {
        if (event.text === '') return []
        this.#grow(event.text)
        const [message, events] = this.#openMessage()
        return [...events, message.add(event.text)]
      }
      case 'citation':
        return this.#cite(event.citation)
      case 'thinking': {
        if (event.text === '') return []
        this.#grow(event.text)
        const [reasoning, events] = this.#openReasoning()
        return [...events, ...reasoning.add(event.text)]
      }
      case 'signature': {
        this.#grow(event.signature)
        const [reasoning, events] = this.#openReasoning()
        reasoning.sign(event.signature)
        return [...events, ...this.#closeOpen('completed')]
      }
      case 'redacted_thinking':
        return this.#hide(hiddenContent(event.blob))
      case 'tool_call':
        return this.#call(event)
      case 'tool_arguments': {
        const call = this.#calls.get(event.index)
        if (call === undefined || event.json === '') return []
        this.#grow(event.json)
        const events = call.item.add(event.json)
        return call.item.isComplete
          ? [...events, ...this.#closeCall(event.index, 'completed')]
          : events
      }
    }
  }

  /** On the text that is being written; there is no other place. */
  #cite(citation: Citation): readonly JsonObject[] {
    const message = this.#open?.item
    if (!(message instanceof OpenMessage)) return []
    this.#grow(JSON.stringify(citation))
    return annotationsOf(citation, this.#closedCharacters).map((each) => message.annotate(each))
  }

  #call(event: Extract<ContentEvent, { type: 'tool_call' }>): readonly JsonObject[] {
    const { id: callId, name, signature } = event
    const events =
      signature === undefined
        ? this.#closeOpen('completed')
        : this.#hide(toolSignatureBlob(callId, signature))
    const tool = toolNoteOf(name, this.#context.echo ?? {})
    const at = this.#output.length
    const item = new OpenCall(this.#placeFor('call'), { callId, ...tool })
    this.#calls.set(event.index, { item, at })
    return [...events, ...this.#appear(item)]
  }

  /** Reasoning that nobody can read, whole in one item. */
  #hide(content: string): readonly JsonObject[] {
    this.#grow(content)
    const events = this.#closeOpen('completed')
    const at = this.#output.length
    const item = new OpenReasoning(this.#placeFor('reasoning'), content)
    this.#open = { item, at }
    return [...events, ...this.#appear(item), ...this.#closeOpen('completed')]
  }

  #openMessage(): readonly [OpenMessage, readonly JsonObject[]] {
    const open = this.#open?.item
    if (open instanceof OpenMessage) return [open, []]
    const closed = this.#closeOpen('completed')
    const item = new OpenMessage(this.#placeFor('message'))
    this.#open = { item, at: this.#output.length }
    return [item, [...closed, ...this.#appear(item)]]
  }

  #openReasoning(): readonly [OpenReasoning, readonly JsonObject[]] {
    const open = this.#open?.item
    if (open instanceof OpenReasoning) return [open, []]
    const closed = this.#closeOpen('completed')
    const item = new OpenReasoning(this.#placeFor('reasoning'))
    this.#open = { item, at: this.#output.length }
    return [item, [...closed, ...this.#appear(item)]]
  }

  #placeFor(kind: OpenItem['kind']) {
    const index = this.#output.length
    return { index, id: ownItemId(ID_KINDS[kind], this.#context.requestId, index) }
  }

  #appear(item: OpenItem): readonly JsonObject[] {
    this.#output.push(item.item('in_progress'))
    return item.opening()
  }

  #closeOpen(status: Status): readonly JsonObject[] {
    const open = this.#open
    if (open === undefined) return []
    this.#open = undefined
    if (open.item instanceof OpenMessage) this.#closedCharacters += open.item.length()
    this.#output[open.at] = open.item.item(status)
    return open.item.closing(status)
  }

  #closeCall(index: number, status: Status): readonly JsonObject[] {
    const call = this.#calls.get(index)
    if (call === undefined) return []
    this.#calls.delete(index)
    this.#output[call.at] = call.item.item(status)
    return call.item.closing(status)
  }

  #grow(text: string): void {
    this.#characters += text.length
    if (this.#characters <= MAX_CHARACTERS) return
    throw new GatewayError('upstream.too_large', { limitMb: MAX_CHARACTERS / 1024 / 1024 })
  }
}

function isFirstChoice(choice: number | undefined): boolean {
  return choice === undefined || choice === 0
}
