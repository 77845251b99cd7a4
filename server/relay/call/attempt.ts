/** One try on one channel: encode, send, classify what comes back. */
import { GatewayError, type UpstreamError } from '../../domain/errors/gateway-error'
import type { Usage } from '../../domain/money/usage'
import type { UpstreamErrorFacts } from '../formats/dialects/error-facts'
import { OPERATION_ROWS } from '../formats/operations'
import { poolOf } from '../net/connection-to'
import type { Exchange, Upstream, UpstreamHeaders, UpstreamSink } from '../net/upstream'
import type { Clock, RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { MAX_ANSWER_MB } from '../wire/memory-budget'
import { PARSE_LIMIT_BYTES } from '../wire/shared-bytes'
import type { Call } from './call'
import type { Delivery } from './delivery'
import type { Encoding } from './encode/encode'
import { Opening } from './opening'
import { type ClientAnswer, type LargeAnswer, parseAnswer } from './stream/answer'
import { failureInBody, requireContent, spoken } from './stream/answer-check'
import type { AnswerMemory } from './stream/answer-memory'
import { AnswerPieces } from './stream/answer-pieces'
import type { AnswerAssembly } from './stream/assemble'
import { openAssembly, openPipe, type PipePorts } from './stream/open-pipe'
import type { StreamDelivery } from './stream/stream-delivery'
import type { StreamPipe } from './stream/stream-pipe'
import { tracedHeaders } from './traced-headers'
import { failuresOf } from './upstream-failure'

/** Largest answer read into memory, and largest error body worth reading. */
const MAX_ANSWER_BYTES = MAX_ANSWER_MB * 1024 * 1024
const MAX_ERROR_BYTES = 256 * 1024

const EVENT_STREAM = 'text/event-stream'

export interface AttemptPorts extends PipePorts {
  readonly upstream: Upstream
  /** Builds the client side of a stream once the upstream proves to stream. */
  readonly deliver: (pipe: StreamPipe, exchange: () => Exchange) => StreamDelivery
  /** In the client's protocol. Throws `upstream.invalid_answer`. */
  readonly readAnswer: (text: Buffer, json: JsonObject) => ClientAnswer
  /** Reads an answer that is too large to be parsed on the loop. */
  readonly readLarge: (
    pieces: readonly Uint8Array[],
    billed: Usage | undefined,
  ) => Promise<LargeAnswer>
  /** For an answer that becomes large. */
  readonly answerMemory: () => AnswerMemory
  /** How long a draining channel may go on after the client has left. */
  readonly drainLimitMs: number
  /** How long an answer may take from its head on, until it is whole or proves to stream. */
  readonly answerLimitMs: number
  /** How long the upstream may send nothing inside its answer. */
  readonly idleMs: number
  /** How long the opening of a stream is kept from the client while no content follows. */
  readonly openingLimitMs: number
  readonly clock: Clock
}

/** Rejects with the failure when nothing has reached the client: another try is possible. */
export function attempt(ports: AttemptPorts, call: Call, encoding: Encoding): Promise<Delivery> {
  const running = new Attempt(ports, call, encoding)
  running.start()
  return running.result
}

class Attempt implements UpstreamSink {
  #exchange: Exchange | undefined
  #status = 0
  #headAtMs = 0
  readonly #collected = new AnswerPieces()
  #size = 0
  /** Once the answer is large. */
  #memory: AnswerMemory | undefined
  /** The answer is whole and being read: who leaves now has had it. */
  #isWhole = false
  #pipe: StreamPipe | undefined
  #assembly: AnswerAssembly | undefined
  #stream: StreamDelivery | undefined
  #isOver = false
  #drainTimer: ReturnType<typeof setTimeout> | undefined
  /** What has come of a stream before its first content. */
  #opening: Opening | undefined
  /** Of a channel whose streams have to begin soon. */
  #beginTimer: ReturnType<typeof setTimeout> | undefined
  readonly #onClientLeft = () => this.#clientLeft()

  readonly #outcome = Promise.withResolvers<Delivery>()
  readonly #ports: AttemptPorts
  readonly #call: Call
  readonly #encoding: Encoding
  readonly #channel: RelayChannel
  readonly result = this.#outcome.promise

  constructor(ports: AttemptPorts, call: Call, encoding: Encoding) {
    this.#ports = ports
    this.#call = call
    this.#encoding = encoding
    this.#channel = encoding.upstreamCall.channel
  }

  start(): void {
    const { signal } = this.#call.facts
    const { ended } = this.#call
    if (signal.aborted || ended !== undefined) {
      this.#outcome.reject(ended ?? new GatewayError('request.aborted'))
      return
    }
    this.#call.isSent = true
    const { firstByteMs } = this.#channel
    if (firstByteMs !== undefined && this.#call.facts.query.stream) this.#beginWithin(firstByteMs)
    this.#call.onEnd((error) => this.#endedHere(error))
    signal.addEventListener('abort', this.#onClientLeft, { once: true })
    this.#call.facts.overhead?.asks()
    const { target, body } = this.#encoding
    const { proxy, allowPrivate } = this.#channel
    const headers = tracedHeaders(this.#call, this.#channel, target)
    const { idleMs, upstream } = this.#ports
    const pool = poolOf(this.#channel)
    const order = { ...target, headers, body, proxy, allowPrivate, pool, idleMs }
    this.#exchange = upstream.send(order, this)
  }

  /** Until the first frame: a head alone is soon sent, and says nothing to a client. */
  #beginWithin(limitMs: number): void {
    this.#beginTimer = setTimeout(() => {
      this.#fail(new GatewayError('upstream.no_first_byte', { seconds: limitMs / 1000 }))
    }, limitMs)
  }

  onHead(status: number, headers: UpstreamHeaders): void {
    this.#status = status
    this.#call.upstreamHeaders = headers
    this.#headAtMs = this.#ports.clock.nowMs()
    const type = headers['content-type']
    const wanted = this.#encoding.dialect.stream?.contentType ?? EVENT_STREAM
    const isStream = typeof type === 'string' && type.includes(wanted)
    const isOpaque = this.#answersInBytes(type)
    if (!(isStream || isOpaque) || status < 200 || status >= 300) return
    this.#orFail(() => {
      const { lastEvents } = OPERATION_ROWS[this.#call.facts.operation]
      // What has ends of its own is passed on whatever was requested.
      if (isOpaque || lastEvents !== undefined || this.#call.facts.query.stream) {
        this.#pipe = openPipe(this.#encoding, this.#call, this.#ports)
      } else this.#assembly = openAssembly(this.#encoding, this.#call)
    })
  }

  /** JSON is no sound and no picture, but a failure or a remark. */
  #answersInBytes(type: string | string[] | undefined): boolean {
    const { operation } = this.#call.facts
    const { answers } = OPERATION_ROWS[operation]
    if (answers === 'json' || String(type).includes('json')) return false
    return answers === 'bytes' || !String(type).includes(EVENT_STREAM)
  }

  onBytes(bytes: Buffer): void {
    if (this.#stream !== undefined) {
      this.#stream.push(bytes)
      return
    }
    this.#call.facts.overhead?.hears()
    if (this.#isLate()) return
    if (this.#pipe !== undefined) this.#firstFrames(this.#pipe, bytes)
    else this.#collect(bytes)
  }

  onEnd(): void {
    if (this.#stream !== undefined) {
      this.#stream.ended(undefined)
      return
    }
    this.#call.facts.overhead?.hears()
    if (this.#pipe !== undefined) this.#finishEarly(this.#pipe)
    else if (this.#assembly !== undefined) this.#finishAssembly(this.#assembly)
    else this.#finishAnswer()
  }

  onFailure(error: GatewayError): void {
    if (this.#stream !== undefined) this.#stream.ended(error)
    else if (this.#assembly?.isWhole()) this.#finishAssembly(this.#assembly)
    else this.#fail(error)
  }

  /** Checked with every piece, since silence has a limit of its own: no timer is needed. */
  #isLate(): boolean {
    const { clock, answerLimitMs } = this.#ports
    if (clock.nowMs() - this.#headAtMs <= answerLimitMs) return false
    this.#fail(new GatewayError('upstream.slow', { seconds: answerLimitMs / 1000 }))
    return true
  }

  /** `undefined` when the step threw, and the attempt has failed. */
  #orFail<Result>(step: () => Result): Result | undefined {
    try {
      return step()
    } catch (cause) {
      this.#fail(
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause }),
      )
      return undefined
    }
  }

  /** Nothing goes to the client until a first whole frame shows that the answer is one. */
  #firstFrames(pipe: StreamPipe, bytes: Buffer): void {
    const frames = this.#orFail(() => {
      const pushed = pipe.push(bytes)
      const failure = pipe.failure()
      if (failure !== undefined) throw failure
      return pushed
    })
    if (this.#isOver || (frames === undefined && !pipe.isWhole())) return
    // A channel whose streams have to begin soon has begun this one.
    clearTimeout(this.#beginTimer)
    if (!pipe.hasContent() && !pipe.isWhole()) {
      if (frames !== undefined) this.#openingOf(pipe).add(frames)
      return
    }
    this.#orFail(() => requireContent(pipe))
    if (this.#isOver) return
    const stream = this.#open(pipe)
    stream.send(frames)
    // A short answer can be whole in its very first packet.
    if (pipe.isWhole()) stream.ended(undefined)
  }

  #openingOf(pipe: StreamPipe): Opening {
    this.#opening ??= new Opening({
      limitMs: this.#ports.openingLimitMs,
      release: () => this.#open(pipe),
    })
    return this.#opening
  }

  #finishEarly(pipe: StreamPipe): void {
    this.#orFail(() => {
      pipe.end()
      if (!pipe.isWhole()) throw pipe.failure() ?? new GatewayError('upstream.cut')
      requireContent(pipe)
    })
    if (!this.#isOver) this.#open(pipe).ended(undefined)
  }

  #open(pipe: StreamPipe): StreamDelivery {
    this.#call.facts.overhead?.goesOn()
    const stream = this.#ports.deliver(pipe, () => this.#exchange ?? NOT_STARTED)
    this.#stream = stream
    this.#isOver = true
    clearTimeout(this.#drainTimer)
    clearTimeout(this.#beginTimer)
    for (const frames of this.#opening?.take() ?? []) stream.send(frames)
    this.#outcome.resolve({ kind: 'stream', stream })
    if (this.#call.facts.signal.aborted) stream.clientLeft()
    return stream
  }

  #collect(bytes: Buffer): void {
    if (this.#isOver) {
      // What an upstream writes behind the end of its answer is nobody's.
      this.#exchange?.abort()
      return
    }
    const limit = this.#isRefusal() ? MAX_ERROR_BYTES : MAX_ANSWER_BYTES
    this.#size += bytes.length
    if (this.#size <= limit) {
      if (this.#size > PARSE_LIMIT_BYTES && !this.#hasRoom()) return
      const assembly = this.#assembly
      if (assembly === undefined) this.#collected.push(bytes)
      else this.#assemble(assembly, bytes)
      return
    }
    this.#exchange?.abort()
    if (this.#isRefusal()) this.#finishAnswer()
    else this.#fail(new GatewayError('upstream.too_large', { limitMb: MAX_ANSWER_MB }))
  }

  /** The attempt has failed where there is none. */
  #hasRoom(): boolean {
    const covered = this.#orFail(() => {
      this.#memory ??= this.#ports.answerMemory()
      this.#memory.cover(this.#size)
      return true
    })
    return covered === true
  }

  /** The answer is there with its last word, though the body may go on. */
  #assemble(assembly: AnswerAssembly, bytes: Buffer): void {
    this.#orFail(() => assembly.push(bytes))
    if (!this.#isOver && assembly.hasEnded()) this.#finishAssembly(assembly)
  }

  #finishAssembly(assembly: AnswerAssembly): void {
    this.#call.facts.overhead?.goesOn()
    this.#orFail(() => {
      const [chat, encoding, memory] = [spoken(assembly.finish()), this.#encoding, this.#memory]
      this.#succeed({ kind: 'assembled', chat, encoding, memory })
    })
  }

  #finishAnswer(): void {
    if (this.#isOver) return
    this.#call.facts.overhead?.goesOn()
    const isRefusal = this.#isRefusal()
    if (this.#collected.isLarge && !isRefusal) {
      this.#isWhole = true
      void this.#finishLarge()
      return
    }
    const text = this.#collected.whole()
    if (isRefusal) {
      this.#fail(this.#refusal(this.#status, text.toString(), true))
      return
    }
    this.#orFail(() => {
      const json = parseAnswer(text.toString())
      const { dialect, isNative } = this.#encoding
      const { operation } = this.#call.facts
      const answered = { dialect, operation, isNative, json, text: () => text.toString() }
      const failure = failureInBody({ ...answered, upstreamHeaders: this.#call.upstreamHeaders })
      if (failure !== undefined) throw this.#failureOf(500, failure)
      const answer = this.#ports.readAnswer(text, json)
      this.#succeed({ kind: 'answer', text, json, answer, encoding: this.#encoding })
    })
  }

  async #finishLarge(): Promise<void> {
    try {
      const pieces = this.#collected.pieces()
      const ports = this.#ports
      const answer = await ports.readLarge(pieces, undefined)
      const readAgain = (billed: Usage) => ports.readLarge(pieces, billed)
      if (answer.kind === 'answer')
        this.#succeed({ kind: 'large', answer, readAgain, memory: this.#memory })
      else this.#fail(this.#failureOf(500, answer.facts))
    } catch (cause) {
      this.#fail(
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause }),
      )
    }
  }

  #isRefusal(): boolean {
    return this.#status < 200 || this.#status >= 300
  }

  #refusal(status: number, body: string, isHttp = false): UpstreamError {
    const facts = this.#encoding.dialect.readError(status, body, this.#call.upstreamHeaders)
    return this.#failureOf(status, facts, isHttp)
  }

  #failureOf(status: number, facts: UpstreamErrorFacts, isHttp = false): UpstreamError {
    return failuresOf(this.#channel, this.#call.upstreamHeaders)(status, facts, isHttp)
  }

  #succeed(delivery: Delivery): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#drainTimer)
    clearTimeout(this.#beginTimer)
    this.#call.facts.signal.removeEventListener('abort', this.#onClientLeft)
    this.#outcome.resolve(delivery)
  }

  /** Whoever is ended owes what has been requested, as the opening reported it. */
  #endedHere(error: GatewayError): void {
    const pipe = this.#pipe
    if (pipe === undefined || !this.#opening?.isBegun) this.#fail(error)
    else if (!this.#isOver) this.#open(pipe)
  }

  #fail(error: GatewayError): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#call.facts.overhead?.givesUp()
    this.#opening?.end()
    clearTimeout(this.#drainTimer)
    clearTimeout(this.#beginTimer)
    this.#exchange?.abort()
    this.#memory?.release()
    this.#call.facts.signal.removeEventListener('abort', this.#onClientLeft)
    this.#outcome.reject(error)
  }

  #clientLeft(): void {
    if (this.#stream !== undefined) this.#stream.clientLeft()
    // What the opening reported of usage is billed like that of any other stream.
    else if (this.#pipe !== undefined && this.#opening?.isBegun) this.#open(this.#pipe)
    else if (this.#isWhole) return
    else if (this.#channel.cutPolicy !== 'drain') this.#fail(new GatewayError('request.aborted'))
    else {
      // Reading on brings the real usage; the pipeline then settles as usual.
      const giveUp = () => this.#fail(new GatewayError('request.aborted'))
      this.#drainTimer = setTimeout(giveUp, this.#ports.drainLimitMs)
    }
  }
}

const NOT_STARTED: Exchange = { abort() {}, pause() {}, resume() {} }
