/** What is requested of a provider, and what it reports. */
import type { Readable } from 'node:stream'
import type { GatewayError } from '../../domain/errors/gateway-error'
import type { StreamedBody } from '../wire/streamed-body'
import type { SocketRequest, SocketSink, UpstreamSocket } from './upstream-socket'

export interface UpstreamTimeouts {
  readonly connectMs: number
  /** From the request being sent to the first byte of the answer's head. */
  readonly firstByteMs: number
  /** Longest silence inside an answer. */
  readonly idleMs: number
}

export interface UpstreamRequest {
  readonly method: 'POST' | 'GET' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream is sent as it comes, once, at the pace at which it is taken. */
  readonly body: Uint8Array | string | StreamedBody | Readable | null
  /** http, https or socks5 URL; "" connects directly. */
  readonly proxy: string
  readonly allowPrivate: boolean
  /** Whose connections it shares: a channel's with one key; absent where it belongs to none. */
  readonly pool?: string | undefined
  /** Longest silence inside the answer, where it is not that of all. */
  readonly idleMs?: number | undefined
}

/** Called in order: head once, bytes any number of times, then end or failure. */
export interface UpstreamSink {
  readonly onHead: (status: number, headers: UpstreamHeaders) => void
  readonly onBytes: (bytes: Buffer) => void
  readonly onEnd: () => void
  readonly onFailure: (error: GatewayError) => void
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A running exchange. After `abort` the sink hears nothing more. */
export interface Exchange {
  readonly abort: () => void
  readonly pause: () => void
  readonly resume: () => void
}

export interface Upstream {
  readonly send: (request: UpstreamRequest, sink: UpstreamSink) => Exchange
  /** Rejects with why the socket was not opened. */
  readonly socket: (request: SocketRequest, sink: SocketSink) => Promise<UpstreamSocket>
  /** But for those through a proxy, and of sockets. */
  readonly connections: () => ConnectionCounts
  readonly close: () => Promise<void>
}

export interface ConnectionCounts {
  readonly busy: number
  readonly idle: number
}
