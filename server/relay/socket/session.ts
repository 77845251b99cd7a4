/**
 * A realtime conversation: frames pass both ways as they come, and every answer is billed when
 * it is done, before the client hears that it is.
 */
import type { CutBy } from '../../domain/call-record'
import { GatewayError } from '../../domain/errors/gateway-error'
import { usedAnything } from '../../domain/usage'
import type { Call, CallFacts } from '../call/call'
import type { SocketMessage, UpstreamSocket } from '../net/upstream-socket'
import { PROTOCOL_CODECS } from '../protocols'
import type { Relay } from '../relay'
import type { JsonObject } from '../wire/chat'
import {
  eventOf,
  responseId,
  transcriber,
  usageOfResponse,
  usageOfTranscription,
  watched,
  written,
} from './events'
import type { ResponseBills } from './response-bills'
import type { TranscriptionBills } from './transcription-bills'

/** The client's end of it. */
export interface ClientSocket {
  readonly send: (message: SocketMessage) => void
  readonly close: (code: number, reason: string) => void
  /** Bytes that wait for the client to take them. */
  readonly waiting: () => number
}

export interface SessionParts {
  readonly relay: Relay
  /** Stands for the socket among the running calls. */
  readonly call: Call
  readonly bills: ResponseBills
  readonly transcriptions: TranscriptionBills
}

/** Sound of about a minute: a side that takes nothing any more is given up. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024
/** What the upstream says before the client's end is open. */
const MOST_EARLY = 100

const NORMAL = 1000
const GOING_AWAY = 1001
const REFUSED = 1008
const FAILED = 1011

export class SocketSession {
  readonly #parts: SessionParts
  readonly #facts: CallFacts
  readonly #ended: () => void
  #upstream: UpstreamSocket | undefined
  #client: ClientSocket | undefined
  #early: SocketMessage[] = []
  /** A bill is being written. What comes meanwhile waits in line, so that the order stays. */
  #isWriting = false
  readonly #line: (() => void)[] = []
  #isOver = false

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#facts = parts.call.facts
    this.#ended = parts.relay.begin(parts.call)
    parts.call.onEnd((error) => this.fail(error))
  }

  /** The upstream's end is open. */
  reaches(upstream: UpstreamSocket): void {
    this.#upstream = upstream
    if (this.#isOver) upstream.close()
  }

  /** The client's end is open. */
  serves(client: ClientSocket): void {
    this.#client = client
    for (const message of this.#early.splice(0)) client.send(message)
    if (this.#isOver) client.close(FAILED, '')
  }

  fromClient(message: SocketMessage): void {
    if (this.#isOver || this.#upstream === undefined) return
    const refusal = typeof message === 'string' ? this.#refusalOf(message) : undefined
    if (refusal !== undefined) {
      this.#tell(this.#errorEvent(refusal))
      return
    }
    this.#upstream.send(message)
    if (this.#upstream.waiting() > MOST_WAITING_BYTES) this.fail(new GatewayError('upstream.cut'))
  }

  fromUpstream(message: SocketMessage): void {
    if (!this.#isOver) this.#inLine(() => this.#pass(message))
  }

  /** Resolves when what is owed is written. */
  async clientLeft(): Promise<void> {
    await this.#end('client', NORMAL)
  }

  upstreamClosed(code: number, reason: string): void {
    this.#inLine(() => void this.#end('upstream', isClosable(code) ? code : FAILED, reason))
  }

  /** Says why, in an event of the protocol, and ends it. */
  fail(cause: unknown): void {
    if (this.#isOver) return
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    this.#tell(this.#errorEvent(error))
    void this.#end('gateway', codeOf(error), error.id)
  }

  #pass(message: SocketMessage): void {
    if (this.#isOver) return
    const event = typeof message === 'string' ? this.#note(message) : undefined
    const bill = event && this.#billOf(event)
    if (bill === undefined) {
      this.#tell(message)
      return
    }
    this.#isWriting = true
    this.#line.unshift(() => this.#tell(message))
    void bill
      .catch((cause: unknown) => this.fail(cause))
      .finally(() => {
        this.#isWriting = false
        this.#proceed()
      })
  }

  #inLine(step: () => void): void {
    this.#line.push(step)
    this.#proceed()
  }

  #proceed(): void {
    while (!this.#isWriting) {
      const step = this.#line.shift()
      if (step === undefined) return
      step()
    }
  }

  /** Counts what is written, and parses what may cost or say something. */
  #note(text: string): JsonObject | undefined {
    const { bills, transcriptions } = this.#parts
    const progress = written(text)
    if (progress !== undefined) {
      bills.wrote(progress)
      return undefined
    }
    const event = watched(text)
    switch (event?.type) {
      case 'response.created':
        bills.begun(responseId(event))
        return undefined
      case 'session.created':
      case 'session.updated':
        transcriptions.uses(transcriber(event))
        return undefined
    }
    return event
  }

  #billOf(event: JsonObject): Promise<void> | undefined {
    const { bills, transcriptions } = this.#parts
    if (event.type === 'response.done') return bills.done(responseId(event), usageOfResponse(event))
    if (event.type !== 'conversation.item.input_audio_transcription.completed') return undefined
    const used = usageOfTranscription(event)
    return used !== undefined && usedAnything(used) ? transcriptions.charge(used) : undefined
  }

  /** Words that are not allowed, and a transcription that nobody has priced. */
  #refusalOf(text: string): GatewayError | undefined {
    const { relay, transcriptions } = this.#parts
    if (text.includes('transcription') && text.includes('session.update')) {
      const model = transcriber(eventOf(text) ?? {})
      const refusal = model === undefined ? undefined : transcriptions.refusalOf(model)
      if (refusal !== undefined) return refusal
    }
    const words = relay.directory.settings().sensitiveWords
    if (words === undefined || text.includes('"input_audio_buffer.append"')) return undefined
    return words.contains(text) ? new GatewayError('request.sensitive_words') : undefined
  }

  #errorEvent(error: GatewayError): string {
    const { protocol, requestId, language } = this.#facts
    const body = PROTOCOL_CODECS[protocol].writeError(error, requestId, language)
    return JSON.stringify({ type: 'error', event_id: `event_${requestId}`, ...body })
  }

  #tell(message: SocketMessage): void {
    if (this.#isOver) return
    if (this.#client === undefined) {
      if (this.#early.length < MOST_EARLY) this.#early.push(message)
      return
    }
    this.#client.send(message)
    // Nothing stops the upstream of a socket, so what nobody reads would fill the memory.
    if (this.#client.waiting() > MOST_WAITING_BYTES)
      void this.#end('gateway', FAILED, 'slow_reader')
  }

  async #end(by: CutBy, code: number, reason = ''): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#upstream?.close()
    try {
      await this.#parts.bills.close(by)
    } finally {
      this.#client?.close(code, reason.slice(0, 100))
      this.#ended()
    }
  }
}

/** Codes that may be sent; the others are only told of. */
function isClosable(code: number): boolean {
  return code === NORMAL || code === GOING_AWAY || (code >= 3000 && code < 5000)
}

function codeOf({ id }: GatewayError): number {
  if (id === 'shutting_down') return GOING_AWAY
  return id.startsWith('upstream.') || id === 'internal' ? FAILED : REFUSED
}
