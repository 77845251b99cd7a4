/**
 * A realtime conversation: frames pass both ways as they come, and every answer is billed when
 * it is done, before the client hears that it is.
 */

import { GatewayError } from '../../domain/errors/gateway-error'
import { clientMessage } from '../../domain/errors/message'
import { LimitError } from '../../domain/limits/limit-error'
import type { CutBy } from '../../domain/logs/call-record'
import { usedAnything } from '../../domain/money/usage'
import type { Call } from '../call/call'
import type { CallFacts } from '../call/call-facts'
import { noteRefusal } from '../call/refusal'
import type { Relay } from '../call/relay'
import type { FailureOf } from '../call/upstream-failure'
import type { SocketMessage, UpstreamSocket } from '../net/upstream-socket'
import type { MemoryHold } from '../wire/memory-budget'
import { AccountFaults } from './account-faults'
import { codeOf, FAILED, isClosable, NORMAL, REFUSED, shortened } from './closing'
import { Line } from './line'
import type { Place } from './place'
import { wordsOf } from './protocol-words'
import type { ResponseBills } from './response-bills'
import { SessionNames } from './session-names'
import type { SocketCodec, SocketEvent } from './socket-codec'
import type { TranscriptionBills } from './transcription-bills'
import { WaitingBytes } from './waiting-bytes'

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
  readonly place: Place
  readonly failureOf: FailureOf
}

/** Sound of about a minute: a side that takes nothing any more is given up. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024
/** What a message that waits takes besides its bytes. */
const MESSAGE_BYTES = 128
/** A small message counts as so many bytes: that is what reading it costs. */
const LEAST_IN_TURN = 4 * 1024
/** What the upstream says before the client's end is open. */
const MOST_EARLY = 100

export class SocketSession {
  readonly #parts: SessionParts
  readonly #facts: CallFacts
  readonly #words: SocketCodec
  readonly #faults: AccountFaults
  readonly #names: SessionNames
  readonly #ended: () => void
  #upstream: UpstreamSocket | undefined
  #client: ClientSocket | undefined
  #early: SocketMessage[] = []
  /** What comes while a bill is written waits in line, so that the order stays. */
  readonly #toClient = new Line()
  /** So does what is said while an answer is being requested. */
  readonly #toUpstream = new Line()
  #queuedBytes = 0
  readonly #hold: MemoryHold
  readonly #upward: WaitingBytes
  readonly #downward: WaitingBytes
  #isOver = false

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#facts = parts.call.facts
    this.#words = wordsOf(this.#facts.protocol)
    this.#names = new SessionNames(parts.call, this.#words)
    const { relay, failureOf } = parts
    this.#faults = new AccountFaults({ relay, facts: this.#facts, words: this.#words, failureOf })
    this.#ended = parts.relay.begin(parts.call)
    this.#hold = parts.relay.budget.open(this.#facts.user.id)
    const upward = () => this.#queuedBytes + (this.#upstream?.waiting() ?? 0)
    this.#upward = new WaitingBytes(this.#hold, 'body', upward)
    this.#downward = new WaitingBytes(this.#hold, 'frame', () => this.#client?.waiting() ?? 0)
    parts.call.onEnd((error) => this.fail(error))
  }

  /** What the upstream calls the model. */
  get upstreamModel(): string {
    return this.#parts.call.upstreamModel
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
    const bytes = bytesIn(message)
    try {
      this.#upward.admit(bytes)
    } catch (error) {
      this.fail(error)
      return
    }
    // Many small ones take more room than their bytes.
    const room = bytes + MESSAGE_BYTES
    const queued = this.#toUpstream.isHeldUp ? room : 0
    this.#queuedBytes += queued
    if (this.#queuedBytes > MOST_WAITING_BYTES) this.fail(new GatewayError('overloaded'))
    else this.#toUpstream.add(() => this.#hearInTurn(message, queued))
  }

  /** Whoever sends thousands at once leaves room for the others between them. */
  #hearInTurn(message: SocketMessage, queued: number): Promise<void> | undefined {
    const size = Math.max(bytesIn(message), LEAST_IN_TURN)
    const turn = this.#parts.relay.messageTurns.take(size)
    const hear = () => {
      this.#queuedBytes -= queued
      return this.#hear(message)
    }
    return turn === undefined ? hear() : turn.then(hear).catch((error) => this.fail(error))
  }

  fromUpstream(message: SocketMessage): void {
    if (!this.#isOver) this.#toClient.add(() => this.#pass(message))
  }

  /** Resolves when what is owed is written. */
  async clientLeft(): Promise<void> {
    await this.#end('client', NORMAL)
  }

  upstreamClosed(code: number, reason: string): void {
    this.#toClient.add(() => {
      const fault = this.#isOver ? undefined : this.#faults.inReason(reason)
      if (fault !== undefined) this.fail(fault)
      void this.#end('upstream', isClosable(code) ? code : FAILED, reason)
      return undefined
    })
  }

  /** Says why, in an event of the protocol, and ends it. */
  fail(cause: unknown): void {
    if (this.#isOver) return
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    const { requestId, language } = this.#facts
    const event = this.#words.writeError(error, { requestId, language })
    if (event !== undefined) this.#tell(event)
    const reason = event === undefined ? clientMessage(error, language, 'gemini') : error.id
    void this.#end('gateway', codeOf(error), reason)
  }

  /** The socket goes on where the protocol has words for it. */
  #refuse(error: GatewayError): void {
    const { requestId, language } = this.#facts
    const event = this.#words.writeError(error, { requestId, language })
    if (event === undefined) this.fail(error)
    else this.#tell(event)
  }

  #textOf(message: SocketMessage): string | undefined {
    if (typeof message === 'string') return message
    return this.#words.speaksInBytes ? Buffer.from(message).toString() : undefined
  }

  #hear(message: SocketMessage): Promise<void> | undefined {
    if (this.#isOver) return undefined
    const { bills } = this.#parts
    const text = this.#textOf(message)
    const refusal = text === undefined ? undefined : this.#refusalOf(text)
    if (refusal !== undefined) this.#refuse(refusal)
    else if (text !== undefined && bills.isLimited && this.#words.asks(text)) {
      return bills.ask().then(
        () => this.#forward(message),
        (error: unknown) => this.#refuseAnswer(error),
      )
    } else this.#forward(message)
    return undefined
  }

  #forward(message: SocketMessage): void {
    if (this.#isOver || this.#upstream === undefined) return
    this.#upstream.send(this.#names.sent(message))
    if (this.#upstream.waiting() > MOST_WAITING_BYTES) this.fail(new GatewayError('upstream.cut'))
  }

  /** A limit that does not let this answer pass may let the next. */
  #refuseAnswer(error: unknown): void {
    if (this.#isOver) return
    if (!(error instanceof LimitError)) {
      this.fail(error)
      return
    }
    noteRefusal(this.#parts.relay.events, { input: this.#facts, admitted: this.#facts, error })
    this.#refuse(error)
  }

  /** What an answer used counts even when nobody is there to read it. */
  #pass(message: SocketMessage): Promise<void> | undefined {
    const text = this.#textOf(message)
    const event = text === undefined ? undefined : this.#words.readEvent(text)
    const shown =
      text === undefined ? message : (this.#faults.hidden(text) ?? this.#names.shown(text))
    const bill = event && this.#note(event)
    if (bill !== undefined) {
      return bill.catch((cause: unknown) => this.fail(cause)).then(() => this.#tell(shown))
    }
    this.#tell(shown)
    return undefined
  }

  /** Counts what is written; the bill of what is whole. */
  #note(event: SocketEvent): Promise<void> | undefined {
    const { bills, transcriptions } = this.#parts
    switch (event.kind) {
      case 'begun':
        bills.begun(event.answer)
        return undefined
      case 'wrote':
        if (event.answer !== undefined) bills.begun(event.answer)
        bills.wrote(event.written)
        return undefined
      case 'transcriber':
        transcriptions.uses(event.model)
        return undefined
      case 'done':
        return bills.done(event.answer, event.usage)
      case 'transcribed': {
        const { usage } = event
        return usage && usedAnything(usage) ? transcriptions.charge(usage) : undefined
      }
    }
  }

  /** Refuses blocked words, and a transcription model without a price. */
  #refusalOf(text: string): GatewayError | undefined {
    const { relay, transcriptions } = this.#parts
    const model = this.#words.transcriberIn(text)
    const refusal = model === undefined ? undefined : transcriptions.refusalOf(model)
    if (refusal !== undefined) return refusal
    const words = relay.directory.settings().sensitiveWords
    if (words === undefined || this.#words.isSound(text)) return undefined
    return words.contains(text) ? new GatewayError('request.sensitive_words') : undefined
  }

  #tell(message: SocketMessage): void {
    if (this.#isOver) return
    if (this.#client === undefined) {
      if (this.#early.length < MOST_EARLY) this.#early.push(message)
      return
    }
    try {
      this.#downward.admit(bytesIn(message))
    } catch {
      void this.#end('gateway', REFUSED, 'overloaded')
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
      await this.#toClient.drained()
      await this.#parts.bills.close(by)
      await this.#parts.place.leave()
    } finally {
      this.#client?.close(code, shortened(reason))
      this.#upward.end()
      this.#downward.end()
      this.#hold.release()
      this.#ended()
    }
  }
}

function bytesIn(message: SocketMessage): number {
  return typeof message === 'string' ? message.length : message.byteLength
}
