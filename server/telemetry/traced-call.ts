/** One call of a trace while it runs. */
import { monotonicMs, type TimeSource } from '../domain/time-source'
import type { CallTrace, RefusedTrace, TracedChannel } from '../relay/ports/call-trace'
import type { AttemptEnd, CallReport, Settlement } from '../relay/ports/ports'
import type { EndedCall, Try } from './ended-call'
import type { Ids } from './ids'

export interface TracingParts {
  readonly clock: TimeSource
  readonly ids: Ids
  /** Whether the trace is propagated to upstreams. */
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
  #endedMs = 0
  #epochMs = 0

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

  outgoing(channel: TracedChannel, model: string): Readonly<Record<string, string>> {
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
    const { model, stream: isStream } = query
    const [userId, tokenId] = [user.id, token?.id]
    const { traceId, parentId, isSampled } = this.#origin
    if (!this.#end()) return
    // One literal: putting it together from parts takes longer than all the rest.
    this.#parts.ended({
      traceId,
      parentId,
      isSampled,
      spanId: this.spanId,
      epochMs: this.#epochMs,
      beganMs: this.#beganMs,
      endedMs: this.#endedMs,
      tries: this.#tries,
      requestId,
      operation,
      group,
      session,
      model,
      isStream,
      userId,
      tokenId,
      usage,
      charge,
      firstByteMs,
      error,
    })
  }

  refused({ requestId, operation, user, token, group, error }: RefusedTrace): void {
    if (!this.#end()) return
    this.#parts.ended({
      ...this.#origin,
      ...{ requestId, operation, group, error, spanId: this.spanId, tries: this.#tries },
      ...{ epochMs: this.#epochMs, beganMs: this.#beganMs, endedMs: this.#endedMs },
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

  /** Ends it now; false when it had ended before. */
  #end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    const { clock } = this.#parts
    this.#endedMs = monotonicMs(clock)
    this.#epochMs = clock.nowMs() - this.#endedMs
    this.#closeLast(undefined, this.#endedMs)
    return true
  }

  #closeLast(failure: Try['failure'], endedMs: number): void {
    const last = this.#tries.at(-1)
    if (last === undefined || last.endedMs !== 0) return
    last.endedMs = endedMs
    last.failure = failure
  }
}

const NO_HEADERS = {}
