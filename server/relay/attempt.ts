/** One try on one channel: encode, send, classify what comes back. */
import { GatewayError, type UpstreamError } from '../domain/errors/gateway-error'
import { type LargeAnswer, parseAnswer } from './answer'
import { AnswerPieces } from './answer-pieces'
import type { Call } from './call'
import type { JsonObject } from './chat'
import { tellsFailure } from './dialects/json-fields'
import type { Encoding } from './encode'
import { openPipe } from './open-pipe'
import type { RelayChannel } from './ports'
import type { StreamWriter } from './protocols/protocol'
import type { StreamDelivery } from './stream-delivery'
import type { StreamPipe } from './stream-pipe'
import type { Exchange, Upstream, UpstreamHeaders, UpstreamSink } from './upstream'
import { failuresOf } from './upstream-failure'

/** Largest JSON answer read into memory, and largest error body worth reading. */
const MAX_ANSWER_MB = 64
const MAX_ANSWER_BYTES = MAX_ANSWER_MB * 1024 * 1024
const MAX_ERROR_BYTES = 256 * 1024

export type Delivery =
  | { readonly kind: 'stream'; readonly stream: StreamDelivery }
  | {
      readonly kind: 'answer'
      /** The upstream's bytes, as they came. */
      readonly text: Buffer
      readonly json: JsonObject
      readonly encoding: Encoding
    }
  | { readonly kind: 'large'; readonly answer: Extract<LargeAnswer, { kind: 'answer' }> }

export interface AttemptPorts {
  readonly upstream: Upstream
  /** Builds the client side of a stream once the upstream proves to stream. */
  readonly deliver: (pipe: StreamPipe, exchange: () => Exchange) => StreamDelivery
  readonly streamWriter: () => StreamWriter
  /** Reads an answer that is too large to be parsed on the loop. */
  readonly readLarge: (pieces: readonly Uint8Array[]) => Promise<LargeAnswer>
  /** How long a draining channel may go on after the client has left. */
  readonly drainLimitMs: number
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
  readonly #collected = new AnswerPieces()
  /** The answer is whole and being read: who leaves now has had it. */
  #isWhole = false
  #pipe: StreamPipe | undefined
  #stream: StreamDelivery | undefined
  #isOver = false
  #drainTimer: ReturnType<typeof setTimeout> | undefined
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
    if (signal.aborted) {
      this.#outcome.reject(new GatewayError('request.aborted'))
      return
    }
    this.#call.isSent = true
    signal.addEventListener('abort', this.#onClientLeft, { once: true })
    this.#exchange = this.#ports.upstream.send(
      {
        ...this.#encoding.target,
        body: this.#encoding.body,
        proxy: this.#channel.proxy,
        allowPrivate: this.#channel.allowPrivate,
      },
      this,
    )
  }

  onHead(status: number, headers: UpstreamHeaders): void {
    this.#status = status
    const type = headers['content-type']
    const isStream = typeof type === 'string' && type.includes('text/event-stream')
    if (isStream && status >= 200 && status < 300) {
      this.#pipe = openPipe(this.#encoding, this.#call, this.#ports.streamWriter)
    }
  }

  onBytes(bytes: Buffer): void {
    if (this.#stream !== undefined) {
      this.#stream.push(bytes)
      return
    }
    if (this.#pipe !== undefined) this.#firstFrames(this.#pipe, bytes)
    else this.#collect(bytes)
  }

  onEnd(): void {
    if (this.#stream !== undefined) {
      this.#stream.ended(undefined)
      return
    }
    if (this.#pipe === undefined) this.#finishAnswer()
    else this.#finishEarly(this.#pipe)
  }

  onFailure(error: GatewayError): void {
    if (this.#stream !== undefined) this.#stream.ended(error)
    else this.#fail(error)
  }

  /** Nothing goes to the client until a first whole frame shows that the answer is one. */
  #firstFrames(pipe: StreamPipe, bytes: Buffer): void {
    let frames: Uint8Array | undefined
    try {
      frames = pipe.push(bytes)
    } catch (cause) {
      this.#fail(
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause }),
      )
      return
    }
    const failure = pipe.failure()
    if (failure !== undefined) {
      this.#fail(failure)
      return
    }
    if (frames === undefined && !pipe.isWhole()) return
    const stream = this.#open(pipe)
    stream.send(frames)
    // A short answer can be whole in its very first packet.
    if (pipe.isWhole()) stream.ended(undefined)
  }

  #finishEarly(pipe: StreamPipe): void {
    try {
      pipe.end()
    } catch (cause) {
      this.#fail(
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause }),
      )
      return
    }
    const failure = pipe.failure()
    if (pipe.isWhole()) this.#open(pipe).ended(undefined)
    else this.#fail(failure ?? new GatewayError('upstream.cut'))
  }

  #open(pipe: StreamPipe): StreamDelivery {
    const stream = this.#ports.deliver(pipe, () => this.#exchange ?? NOT_STARTED)
    this.#stream = stream
    this.#isOver = true
    clearTimeout(this.#drainTimer)
    this.#outcome.resolve({ kind: 'stream', stream })
    if (this.#call.facts.signal.aborted) stream.clientLeft()
    return stream
  }

  #collect(bytes: Buffer): void {
    const limit = this.#isRefusal() ? MAX_ERROR_BYTES : MAX_ANSWER_BYTES
    if (this.#collected.size + bytes.length <= limit) {
      this.#collected.push(bytes)
      return
    }
    this.#exchange?.abort()
    if (this.#isRefusal()) this.#finishAnswer()
    else this.#fail(new GatewayError('upstream.too_large', { limitMb: MAX_ANSWER_MB }))
  }

  #finishAnswer(): void {
    if (this.#isOver) return
    const isRefusal = this.#isRefusal()
    if (this.#collected.isLarge && !isRefusal) {
      this.#isWhole = true
      void this.#finishLarge()
      return
    }
    const text = this.#collected.whole()
    if (isRefusal) {
      this.#fail(this.#refusal(this.#status, text.toString()))
      return
    }
    try {
      const json = parseAnswer(text.toString())
      if (tellsFailure(json.error)) {
        // Some upstreams report failures with status 200; the client deserves a real one.
        this.#fail(this.#refusal(500, text.toString()))
        return
      }
      this.#succeed({ kind: 'answer', text, json, encoding: this.#encoding })
    } catch (cause) {
      this.#fail(
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause }),
      )
    }
  }

  async #finishLarge(): Promise<void> {
    try {
      const answer = await this.#ports.readLarge(this.#collected.pieces())
      if (answer.kind === 'answer') this.#succeed({ kind: 'large', answer })
      else this.#fail(failuresOf(this.#channel)(500, answer.facts))
    } catch (cause) {
      this.#fail(
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause }),
      )
    }
  }

  #isRefusal(): boolean {
    return this.#status < 200 || this.#status >= 300
  }

  #refusal(status: number, body: string): UpstreamError {
    const facts = this.#encoding.dialect.readError(status, body)
    return failuresOf(this.#channel)(status, facts)
  }

  #succeed(delivery: Delivery): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#drainTimer)
    this.#call.facts.signal.removeEventListener('abort', this.#onClientLeft)
    this.#outcome.resolve(delivery)
  }

  #fail(error: GatewayError): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#drainTimer)
    this.#exchange?.abort()
    this.#call.facts.signal.removeEventListener('abort', this.#onClientLeft)
    this.#outcome.reject(error)
  }

  #clientLeft(): void {
    if (this.#stream !== undefined) this.#stream.clientLeft()
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
