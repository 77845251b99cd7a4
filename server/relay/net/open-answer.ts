/** An answer whose body is read as it comes, at the pace at which it is taken. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Exchange, Upstream, UpstreamHeaders, UpstreamRequest } from './upstream'

/** Bytes that wait for a slow client before the upstream is paused. */
const CLIENT_BUFFER_BYTES = 64 * 1024

export interface OpenedAnswer {
  readonly status: number
  readonly headers: UpstreamHeaders
  readonly body: ReadableStream<Uint8Array>
  /** The body, which breaks off when it becomes longer. */
  readonly limited: (maxBytes: number) => ReadableStream<Uint8Array>
  /** Calls it before the last byte is handed over, or when there will be none. */
  readonly beforeEnd: (listener: () => void) => void
  /** Nobody wants the body. */
  readonly abort: () => void
}

/** Resolves with the head, whatever the status. */
export function openAnswer(upstream: Upstream, request: UpstreamRequest): Promise<OpenedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenedAnswer>()
  let client: ReadableStreamDefaultController<Uint8Array> | undefined
  let exchange: Exchange | undefined
  let isOver = false
  let remaining = Number.POSITIVE_INFINITY
  let listener: (() => void) | undefined
  const end = () => {
    isOver = true
    listener?.()
  }
  const abort = () => {
    end()
    exchange?.abort()
  }
  const fail = (error: GatewayError) => {
    end()
    client?.error(error)
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        client = controller
      },
      pull: () => exchange?.resume(),
      cancel: abort,
    },
    { highWaterMark: CLIENT_BUFFER_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
  )
  exchange = upstream.send(request, {
    onHead(status, headers) {
      const beforeEnd = (callback: () => void) => {
        listener = callback
        if (isOver) callback()
      }
      const limited = (maxBytes: number) => {
        remaining = maxBytes
        return body
      }
      resolve({ status, headers, body, limited, beforeEnd, abort })
    },
    onBytes(bytes) {
      if (isOver) return
      remaining -= bytes.byteLength
      if (remaining < 0) {
        exchange?.abort()
        fail(new GatewayError('upstream.cut'))
        return
      }
      client?.enqueue(bytes)
      if ((client?.desiredSize ?? 1) <= 0) exchange?.pause()
    },
    onEnd() {
      if (isOver) return
      end()
      client?.close()
    },
    onFailure(error) {
      reject(error)
      if (!isOver) fail(error)
    },
  })
  return promise
}
