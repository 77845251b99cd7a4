/** One client request on its way through the relay: what is fixed, and what attempts add. */
import { GatewayError } from '../domain/errors/gateway-error'
import type { Reservation } from '../domain/ledger-batch'
import type { Price } from '../domain/price'
import type { Operation, ProtocolName } from '../domain/protocol'
import type { ChatRequest, Loss } from './chat'
import type { TokenCounter } from './count-tokens'
import { shallow } from './nesting'
import type { RelayChannel, TokenRecord, UserRecord } from './ports'
import { PROTOCOL_CODECS } from './protocols'
import { isObject, type Query } from './query'

export interface CallFacts {
  readonly requestId: string
  readonly protocol: ProtocolName
  readonly operation: Operation
  readonly query: Query
  readonly user: UserRecord
  /** `undefined` for the playground. */
  readonly token: TokenRecord | undefined
  readonly group: string
  readonly price: Price
  /** The operator wants bodies untouched. */
  readonly passesThrough: boolean
  readonly ip: string
  readonly startedAtMs: number
  /** The same moment on the monotonic clock, which durations are measured by. */
  readonly beganMs: number
  /** Lower-cased headers that dialects may forward. */
  readonly vendorHeaders: Readonly<Record<string, string>>
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
  /** To be called before the answer's last byte is handed over. */
  readonly ending: () => void
  readonly acceptLanguage: string
}

export class Call {
  readonly facts: CallFacts
  /** Held credits; `undefined` for free operations. */
  reservation: Reservation | undefined
  readonly tried: number[] = []
  readonly triedSet = new Set<number>()
  channel: RelayChannel | undefined
  upstreamModel: string
  /** The channel's upstream has been asked: from here on its work may be owed. */
  isSent = false
  losses: readonly Loss[] = []
  /** Milliseconds from the start to the first byte of the answer; `undefined` before it. */
  firstByteMs: number | undefined
  /** Where it stands among the running calls. */
  place = -1
  /** What ended the call from outside; an attempt that would begin later fails with it. */
  stopped: GatewayError | undefined
  /** Ends the attempt that runs. */
  onStop: ((error: GatewayError) => void) | undefined
  #request: ChatRequest | undefined
  readonly #counter: TokenCounter

  constructor(facts: CallFacts, counter: TokenCounter) {
    this.facts = facts
    this.upstreamModel = facts.query.model
    this.#counter = counter
  }

  /** Cheap and never far too low: for reservations and for numbers needed before usage. */
  estimatePromptTokens(): number {
    return this.#counter.estimateBytes(this.facts.query.bytes.length)
  }

  /**
   * For billing when the upstream told no usage. A body that only the upstream understands
   * cannot be counted, but what it has answered is owed all the same.
   */
  async weighPrompt(): Promise<number> {
    try {
      return await this.countPromptTokens()
    } catch (error) {
      if (error instanceof GatewayError) return this.estimatePromptTokens()
      throw error
    }
  }

  /** Exact, by the tokenizer. Throws `request.invalid` for what our protocols do not know. */
  async countPromptTokens(): Promise<number> {
    await this.#counter.ready(this.facts.query.model)
    const { operation, query } = this.facts
    if (operation === 'chat' || operation === 'count_tokens') {
      return this.#counter.countChat(this.chatRequest(), query.model)
    }
    const body = query.json()
    return this.#counter.countInput(body.input ?? body.prompt ?? '', query.model)
  }

  async countText(text: string): Promise<number> {
    await this.#counter.ready(this.facts.query.model)
    return this.#counter.countText(text, this.facts.query.model)
  }

  /** The canonical request, decoded on first use. Throws `request.invalid`. */
  chatRequest(): ChatRequest {
    const { protocol, query } = this.facts
    this.#request ??= PROTOCOL_CODECS[protocol].readRequest(shallow(query.json()))
    return this.#request
  }

  replaceChatRequest(request: ChatRequest): void {
    this.#request = request
  }

  /** Ends the call wherever it is; once. */
  stop(error: GatewayError): void {
    if (this.stopped !== undefined) return
    this.stopped = error
    this.onStop?.(error)
  }

  begin(channel: RelayChannel): void {
    this.channel = channel
    this.tried.push(channel.id)
    this.triedSet.add(channel.id)
    this.losses = []
    this.isSent = false
    this.upstreamModel = channel.mapModel(this.facts.query.model) ?? this.facts.query.model
  }

  /** The body keeps the name that the client wrote. */
  unmap(): void {
    this.upstreamModel = this.facts.query.model
  }

  get isMapped(): boolean {
    return this.upstreamModel !== this.facts.query.model
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/

/** Parses an upstream's JSON answer. Throws `upstream.invalid_answer`. */
export function parseAnswer(text: string) {
  try {
    const value: unknown = JSON.parse(text.replace(BYTE_ORDER_MARK, ''))
    if (isObject(value)) return value
  } catch (cause) {
    throw new GatewayError('upstream.invalid_answer', {}, { cause })
  }
  throw new GatewayError('upstream.invalid_answer')
}
