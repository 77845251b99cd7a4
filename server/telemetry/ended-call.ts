/** What spans and metrics are made of, once a call is over: numbers and names, no content. */
import type { Operation } from '../domain/calls/protocol'
import type { GatewayError } from '../domain/errors/gateway-error'
import type { Usage } from '../domain/money/usage'
import type { TracedChannel } from '../relay/ports/call-trace'

/** Both times are of the monotonic clock. */
export interface Try {
  readonly spanId: string
  readonly channel: TracedChannel
  /** As the upstream calls it. */
  readonly model: string
  readonly beganMs: number
  endedMs: number
  /** `undefined` while it runs, and for the one that answered. */
  failure: GatewayError | 'superseded' | undefined
}

export interface EndedCall {
  readonly traceId: string
  readonly spanId: string
  /** "" where the trace begins here. */
  readonly parentId: string
  readonly isSampled: boolean
  /** Epoch milliseconds at zero of the monotonic clock. */
  readonly epochMs: number
  readonly beganMs: number
  readonly endedMs: number
  readonly tries: readonly Try[]
  readonly requestId: string
  readonly operation: Operation
  /** "" where it was refused before its body was read. */
  readonly model: string
  readonly isStream: boolean
  readonly session: string
  readonly group: string
  readonly userId: number
  readonly tokenId: number | undefined
  readonly usage: Usage | undefined
  /** Credits. */
  readonly charge: number
  /** From the beginning of the call; `undefined` where nothing was streamed. */
  readonly firstByteMs: number | undefined
  readonly error: GatewayError | undefined
}
