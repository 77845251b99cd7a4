/** A call in a distributed trace, as W3C Trace Context has it. */
import type { Operation } from '../../domain/calls/protocol'
import type { GatewayError } from '../../domain/errors/gateway-error'

export interface CallTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: the span of the whole call. */
  readonly spanId: string
  /** Begins the span of a request to an upstream; returns the headers that name it there. */
  readonly outgoing: (channel: TracedChannel, model: string) => Readonly<Record<string, string>>
  /** Ends it where nothing was settled that would. */
  readonly refused: (refusal: RefusedTrace) => void
  /** Another call of the same caller, which is one of several on its socket. */
  readonly sibling: () => CallTrace
}

/** What a span says of the channel that it went to. */
export interface TracedChannel {
  readonly id: number
  readonly name: string
  readonly baseUrl: string
  readonly type: { readonly name: string; readonly telemetryName: string }
}

export interface RefusedTrace {
  readonly requestId: string
  readonly operation: Operation
  readonly user: { readonly id: number }
  /** `undefined` for the playground. */
  readonly token: { readonly id: number } | undefined
  readonly group: string
  readonly error: GatewayError
}

/** Begins the trace of a call, or goes on with the one that its headers name. */
export type OpenTrace = (headers: Headers) => CallTrace
