/** A WebSocket to an upstream, over the connections, guards and proxies of its requests. */
import { type Dispatcher, WebSocket } from 'undici/index.js'
import { GatewayError } from '../../domain/errors/gateway-error'

export interface SocketRequest {
  /** Of scheme http or https. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly protocols: readonly string[]
  readonly proxy: string
  readonly allowPrivate: boolean
  /** As of a request. */
  readonly pool?: string | undefined
}

/** Called with what comes, once the socket is open. */
export interface SocketSink {
  readonly onMessage: (message: SocketMessage) => void
  readonly onClose: (code: number, reason: string) => void
}

export type SocketMessage = string | ArrayBuffer

export interface UpstreamSocket {
  readonly send: (message: SocketMessage) => void
  readonly close: () => void
  /** Bytes that wait to be taken. */
  readonly waiting: () => number
}

const NORMAL = 1000

/** Rejects with `upstream.timeout` or `upstream.unreachable`. */
export function openSocket(
  dispatcher: Dispatcher,
  { url, headers, protocols }: SocketRequest,
  { sink, limitMs }: { readonly sink: SocketSink; readonly limitMs: number },
): Promise<UpstreamSocket> {
  const address = url.replace(/^http/, 'ws')
  const socket = new WebSocket(address, { dispatcher, headers, protocols: [...protocols] })
  socket.binaryType = 'arraybuffer'
  return new Promise((resolve, reject) => {
    let isOpen = false
    const timer = setTimeout(() => {
      reject(new GatewayError('upstream.timeout', { seconds: limitMs / 1000 }))
      socket.close()
    }, limitMs)
    socket.addEventListener('open', () => {
      isOpen = true
      clearTimeout(timer)
      resolve({
        send: (message) => socket.send(message),
        close: () => socket.close(NORMAL),
        waiting: () => socket.bufferedAmount,
      })
    })
    socket.addEventListener('message', ({ data }) => sink.onMessage(data))
    socket.addEventListener('error', ({ error }) => {
      if (!isOpen) reject(refusalOf(error))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      clearTimeout(timer)
      if (isOpen) sink.onClose(code, reason)
      else reject(refusalOf(undefined))
    })
  })
}

function refusalOf(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  const inner = cause instanceof Error ? cause.cause : undefined
  if (inner instanceof GatewayError) return inner
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : 'WebSocket'
  return new GatewayError('upstream.unreachable', { reason }, { cause })
}
