/** One call of a trace while it runs. */
import { monotonicMs, type TimeSource } from '../domain/time-source'
import type { AskedChannel, CallTrace, RefusedTrace } from '../relay/ports/call-trace'
import type { AttemptEnd, CallReport, Settlement } from '../relay/ports/ports'
import type { EndedCall, Try } from './ended-call'
import type { Ids } from './ids'

export interface TracingParts {
  readonly clock: TimeSource
  readonly ids: Ids
  /** Whether upstreams are told. */
  readonly propagates: boolean
  readonly ended: (call: EndedCall) => void
}

export interface Origin {
  readonly traceId: string
  /** "" where the trace begins here. */
  readonly parentId: string
  readonly isSampled: boolean
}

/** A class, because every call makes one: its methods cost nothing, and closures would. */
export class TracedCall implements CallTrace {
  readonly spanId: string
  readonly #parts: TracingParts
  readonly #origin: Origin
  readonly #beganMs: number
  readonly #tries: Try[] = []
  #isOver = false

  constructor(parts: TracingParts, origin: Origin) {
    this.spanId = parts.ids.span()
    this.#parts = parts
    this.#origin = origin
    this.#beganMs = monotonicMs(parts.clock)
  }

  get traceId(): string {
    return this.#origin.traceId
  }

  sibling(): CallTrace {
    return new TracedCall(this.#parts, this.#origin)
  }

  outgoing(channel: AskedChannel, model: string): Readonly<Record<string, string>> {
    const { ids, clock, propagates } = this.#parts
    const spanId = ids.span()
    const beganMs = monotonicMs(clock)
    this.#closeLast('superseded', beganMs)
    this.#tries.push({ spanId, channel, model, beganMs, endedMs: 0, failure: undefined })
    if (!propagates) return NO_HEADERS
    const { traceId, isSampled } = this.#origin
    return { traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}` }
  }

  attempted({ error }: AttemptEnd): void {
    // One that is answered goes on until the call is settled.
    if (error !== undefined) this.#closeLast(error, monotonicMs(this.#parts.clock))
  }

  settled({ facts, firstByteMs }: CallReport, { usage, charge, error }: Settlement): void {
    const { requestId, operation, group, user, token, query, session } = facts
    this.#end({
      ...{ requestId, operation, group, firstByteMs, usage, charge, error, session },
      model: query.model,
      isStream: query.stream,
      userId: user.id,
      tokenId: token?.id,
    })
  }

  refused({ requestId, operation, user, token, group, error }: RefusedTrace): void {
    this.#end({
      ...{ requestId, operation, group, error },
      model: String(error.params.model ?? ''),
      isStream: false,
      session: '',
      userId: user.id,
      tokenId: token?.id,
      usage: undefined,
      charge: 0,
      firstByteMs: undefined,
    })
  }

  #end(facts: Omit<EndedCall, keyof Spanned>): void {
    if (this.#isOver) return
    this.#isOver = true
    const { clock, ended } = this.#parts
    const nowMs = monotonicMs(clock)
    this.#closeLast(undefined, nowMs)
    ended({
      ...facts,
      ...this.#origin,
      spanId: this.spanId,
      epochMs: clock.nowMs() - nowMs,
      beganMs: this.#beganMs,
      endedMs: nowMs,
      tries: this.#tries,
    })
  }

  #closeLast(failure: Try['failure'], endedMs: number): void {
    const last = this.#tries.at(-1)
    if (last === undefined || last.endedMs !== 0) return
    last.endedMs = endedMs
    last.failure = failure
  }
}

type Spanned = Origin & Pick<EndedCall, 'spanId' | 'epochMs' | 'beganMs' | 'endedMs' | 'tries'>

const NO_HEADERS = {}
