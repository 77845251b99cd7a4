/**
 * One streamed answer on its way to the client. The bill is written before the last frames
 * leave, so whoever received a whole answer has paid for it, whatever happens next.
 */

import { GatewayError } from '../../../domain/errors/gateway-error'
import type { CutBy } from '../../../domain/logs/call-record'
import type { Usage } from '../../../domain/money/usage'
import { OPERATION_ROWS } from '../../formats/operations'
import type { SentFrames } from '../../formats/protocols/protocol'
import type { Exchange } from '../../net/upstream'
import type { Clock, CutPolicy, Ledger } from '../../ports/ports'
import { GrowingHold } from '../billing/growing-hold'
import type { Limiting } from '../billing/limited'
import type { Outcome } from '../billing/settle'
import type { Call } from '../call'
import { requireContent } from './answer-check'
import { IdleTimeout } from './idle-timeout'
import type { OpenStreams, StreamWatch, WatchedStream } from './open-streams'
import { signOfLife } from './sign-of-life'
import type { StreamPipe } from './stream-pipe'

/** Bytes waiting for a slow client before the upstream is paused. */
const CLIENT_BUFFER_BYTES = 64 * 1024
/** How long the bill of an answer that is all written is waited for after its client left. */
const BILL_WAIT_MS = 5_000

const NOTHING = new Uint8Array(0)

export interface StreamDeliveryPorts {
  readonly policy: CutPolicy
  readonly ledger: Pick<Ledger, 'extend'>
  readonly directory: Limiting
  /** Whoever can pay no more reads that the answer has reached its length. */
  readonly endsAsLength: () => boolean
  /** The model may be writing what nobody sees, and everybody pays for. */
  readonly reasons: boolean
  readonly exchange: () => Exchange
  /** Resolves with what the call was billed for. */
  readonly settle: (outcome: Outcome) => Promise<Usage | undefined>
  readonly errorFrame: (error: GatewayError, sent: SentFrames) => Uint8Array
  readonly drainLimitMs: number
  readonly clock: Clock
  readonly streams: OpenStreams
  /** Called before the client has its last byte. */
  readonly ending: () => void
  /** How long a client may read nothing while the upstream waits for it. */
  readonly clientIdleMs: number
}

export class StreamDelivery implements WatchedStream {
  readonly #call: Call
  readonly #pipe: StreamPipe
  readonly #ports: StreamDeliveryPorts
  #client: ReadableStreamDefaultController<Uint8Array> | undefined
  #clientGone = false
  #over = false
  #drainTimer: ReturnType<typeof setTimeout> | undefined
  #policy: CutPolicy
  readonly #hold: GrowingHold | undefined
  /** The upstream waits until more is held. */
  #isHeldUp = false
  readonly #idleTimeout: IdleTimeout
  readonly #watch: StreamWatch
  readonly body: ReadableStream<Uint8Array>
  /** Resolves when the bill is written and the client has been sent the end. */
  readonly over: Promise<void>
  #markOver: () => void = () => {}

  constructor(call: Call, pipe: StreamPipe, ports: StreamDeliveryPorts) {
    this.#call = call
    this.#pipe = pipe
    this.#ports = ports
    this.#policy = ports.policy
    call.isStreamed = true
    // A stream of what no token counts has no other measure.
    call.outputTokens = () => (this.#over ? 0 : pipe.produced(0))
    this.#hold = this.#growingHold()
    this.#idleTimeout = new IdleTimeout({
      clock: ports.clock,
      limitMs: ports.clientIdleMs,
      giveUp: () => this.#clientStalled(),
    })
    this.#watch = ports.streams.watch(this)
    this.over = new Promise((resolve) => {
      this.#markOver = resolve
    })
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#client = controller
        },
        pull: () => {
          this.#idleTimeout.end()
          if (!this.#isHeldUp) this.#ports.exchange().resume()
        },
        cancel: () => this.clientLeft(),
      },
      { highWaterMark: CLIENT_BUFFER_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
    )
    // It may have ended already.
    call.onEnd((error) => this.#cut(error))
  }

  /** Bytes from the upstream. */
  push(chunk: Buffer): void {
    if (this.#over) {
      // What an upstream writes behind the end of its answer is nobody's.
      this.#ports.exchange().abort()
      return
    }
    try {
      this.send(this.#pipe.push(chunk))
    } catch (cause) {
      this.#abandon(failureFrom(cause))
      return
    }
    const failure = this.#pipe.failure()
    if (failure !== undefined) this.#abandon(failure)
    else if (this.#pipe.isWhole()) this.#complete()
    else this.#hold?.observe(this.#pipe)
  }

  send(frames: Uint8Array | undefined): void {
    if (frames === undefined || this.#clientGone || this.#client === undefined) return
    this.#client.enqueue(frames)
    this.#watch.sent()
    // Once all has come nobody would resume the exchange, and its connection would be lost.
    if (this.#over || (this.#client.desiredSize ?? 0) > 0) return
    this.#idleTimeout.begin()
    this.#ports.exchange().pause()
  }

  /** Only whole frames are ever sent, so that it stands between two of them. */
  keepAlive(): void {
    // A client that has not read what waits for it is not waiting itself: behind unread bytes a
    // sign says nothing, and one after the other would pile up there.
    const isRead = this.#client?.desiredSize === CLIENT_BUFFER_BYTES
    if (isRead && !this.#pipe.isOpaque) this.send(signOfLife(this.#call.facts))
  }

  expire(limitMs: number): void {
    this.#abandon(new GatewayError('upstream.slow', { seconds: limitMs / 1000 }))
  }

  /** The upstream's body ended or broke; the answer may still be whole. */
  ended(failure: GatewayError | undefined): void {
    if (this.#over) return
    if (failure !== undefined && this.#pipe.isOpaque) {
      this.#abandon(failure)
      return
    }
    try {
      this.#pipe.end()
    } catch (cause) {
      this.#abandon(failure ?? failureFrom(cause))
      return
    }
    if (this.#pipe.isWhole()) this.#complete()
    else this.#abandon(this.#pipe.failure() ?? failure ?? new GatewayError('upstream.cut'))
  }

  clientLeft(): void {
    if (this.#clientGone) return
    this.#clientGone = true
    this.#idleTimeout.end()
    // The bill is being written already; only nothing more may be sent.
    if (this.#over) return
    const limitMs = this.#readOnMs()
    if (limitMs === 0) {
      this.#stop()
      return
    }
    // Reading on costs nothing more upstream and brings the real usage.
    this.#policy = 'drain'
    if (!this.#isHeldUp) this.#ports.exchange().resume()
    this.#drainTimer = setTimeout(() => this.#stop(), limitMs)
  }

  /** Whoever leaves with the last word pays what somebody pays who stays for the bill. */
  #readOnMs(): number {
    const { policy, drainLimitMs, reasons } = this.#ports
    if (policy === 'refund') return 0
    if (policy === 'drain' || reasons) return drainLimitMs
    return this.#pipe.isFinished() ? Math.min(drainLimitMs, BILL_WAIT_MS) : 0
  }

  /** What is not written word by word is held for as a whole. */
  #growingHold(): GrowingHold | undefined {
    if (!OPERATION_ROWS[this.#call.facts.operation].writes) return undefined
    return GrowingHold.of({
      call: this.#call,
      ledger: this.#ports.ledger,
      directory: this.#ports.directory,
      clock: this.#ports.clock,
      measure: () => this.#generated(),
      pause: () => {
        this.#isHeldUp = true
        this.#ports.exchange().pause()
      },
      resume: () => this.#letGoOn(),
      cut: (error) => this.#cut(error),
    })
  }

  /** More is held; a client that is slow may still have the upstream wait. */
  #letGoOn(): void {
    if (!this.#isHeldUp || this.#over) return
    this.#isHeldUp = false
    const hasRoom = this.#clientGone || (this.#client?.desiredSize ?? 0) > 0
    if (hasRoom) this.#ports.exchange().resume()
  }

  /** The gateway ends the answer: nothing more is paid for. */
  #cut(error: GatewayError): void {
    if (this.#over || !this.#ports.endsAsLength() || !isSpent(error)) {
      this.#abandon(error, 'gateway')
      return
    }
    this.#end()
    this.#ports.exchange().abort()
    void this.#settleCut('gateway', error).then((billed) => this.#announceLength(error, billed))
  }

  /** As if the answer had reached its greatest length; where that cannot be said, why it ends. */
  #announceLength(error: GatewayError, billed: Usage | undefined): void {
    const { choices, includeUsage } = this.#call.facts.query
    const frames = this.#pipe.cutShort?.({ billed, choices, includeUsage })
    if (frames === undefined) {
      this.#announce(error)
      return
    }
    this.send(frames)
    this.#close()
  }

  /** Whoever reads nothing must not keep an upstream's connection for ever. */
  #clientStalled(): void {
    const client = this.#client
    this.clientLeft()
    // Hangs up; Bun would print a reason on stderr, past our log.
    client?.error()
  }

  #stop(): void {
    if (this.#over) return
    this.#end()
    this.#ports.exchange().abort()
    void this.#settleCut('client', undefined).then(this.#markOver)
  }

  #complete(): void {
    try {
      requireContent(this.#pipe)
    } catch (cause) {
      this.#abandon(failureFrom(cause))
      return
    }
    this.#end()
    const cut = this.#clientGone ? { by: 'client' as const, policy: this.#policy } : undefined
    void this.#finish({ usage: this.#pipe.usage(), cut, error: undefined })
  }

  async #finish(outcome: Pick<Outcome, 'usage' | 'cut' | 'error'>): Promise<void> {
    try {
      const whole = { ...outcome, isWhole: true, generated: () => this.#generated() }
      this.send(this.#pipe.closing(await this.#ports.settle(whole)))
      this.#close()
    } catch (cause) {
      this.#announce(failureFrom(cause))
    }
  }

  /** The answer will never be whole: bill what arrived, then say so in the client's protocol. */
  #abandon(failure: GatewayError, by: 'upstream' | 'gateway' = 'upstream'): void {
    if (this.#over) return
    this.#end()
    this.#ports.exchange().abort()
    // An answer that never began costs nothing, unless it is ended for what its user did.
    const isOurs = by === 'gateway' && failure.id !== 'shutting_down'
    if (!isOurs && !this.#pipe.hasContent()) this.#policy = 'refund'
    const breaker = this.#clientGone ? 'client' : by
    void this.#settleCut(breaker, failure).then(() => this.#announce(failure))
  }

  /** Nothing that comes from here on counts. */
  #end(): void {
    this.#over = true
    this.#hold?.end()
    this.#idleTimeout.end()
    this.#watch.end()
    clearTimeout(this.#drainTimer)
  }

  async #settleCut(by: CutBy, error: GatewayError | undefined): Promise<Usage | undefined> {
    return await this.#ports
      .settle({
        usage: this.#pipe.usage(),
        cut: { by, policy: this.#policyOf(by, error) },
        isWhole: false,
        error,
        generated: () => this.#generated(),
      })
      // The settlement reports its own failure; the reservation stays for start-up to resolve.
      .catch(() => undefined)
  }

  /** A channel gives back what the stop of a server cuts, but not what a spent quota does. */
  #policyOf(by: CutBy, error: GatewayError | undefined): CutPolicy {
    return by === 'gateway' && error?.id !== 'shutting_down' ? 'partial' : this.#policy
  }

  #announce(failure: GatewayError): void {
    if (this.#pipe.isOpaque) {
      this.#breakOff()
      return
    }
    const frame = this.#pipe.errorWasForwarded()
      ? undefined
      : this.#ports.errorFrame(failure, this.#pipe.sent())
    this.send(this.#pipe.lastWords?.(frame ?? NOTHING) ?? frame)
    this.#close()
  }

  /** Without a word: a client that counts on more must not take this for the end. */
  #breakOff(): void {
    this.#markOver()
    if (this.#clientGone) return
    this.#clientGone = true
    this.#ports.ending()
    this.#client?.error()
  }

  #close(): void {
    this.#markOver()
    if (this.#clientGone) return
    this.#clientGone = true
    this.#ports.ending()
    this.#client?.close()
  }

  async #generated(): Promise<number> {
    const { text, scale } = this.#pipe.generated()
    if (text === '') return 0
    return Math.round((await this.#call.countText(text)) * scale)
  }
}

/** Who pays has no more, or may use no more. */
function isSpent({ id }: GatewayError): boolean {
  return id.startsWith('quota.') || id.startsWith('limit.')
}

function failureFrom(cause: unknown): GatewayError {
  return cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
}
