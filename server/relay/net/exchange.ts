/** One whole request and answer, for callers that are not on the hot path. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Exchange, Upstream, UpstreamHeaders, UpstreamRequest } from './upstream'

export interface WholeAnswer {
  readonly status: number
  readonly text: string
  readonly headers: UpstreamHeaders
}

/** Rejects with `upstream.too_large` beyond `maxBytes`, or with what broke the exchange. */
export function exchange(
  upstream: Upstream,
  request: UpstreamRequest,
  maxBytes: number,
): Promise<WholeAnswer> {
  return begin(upstream, request, maxBytes).answer
}

export interface AnswerLimits {
  readonly maxBytes: number
  readonly limitMs: number
}

/** Rejects with `upstream.timeout`, too, when the answer is not there by then. */
export async function exchangeWithin(
  upstream: Upstream,
  request: UpstreamRequest,
  { maxBytes, limitMs }: AnswerLimits,
): Promise<WholeAnswer> {
  const { answer, giveUp } = begin(upstream, request, maxBytes)
  const late = () => giveUp(new GatewayError('upstream.timeout', { seconds: limitMs / 1000 }))
  const timer = setTimeout(late, limitMs)
  return await answer.finally(() => clearTimeout(timer))
}

interface Begun {
  readonly answer: Promise<WholeAnswer>
  readonly giveUp: (error: GatewayError) => void
}

function begin(upstream: Upstream, request: UpstreamRequest, maxBytes: number): Begun {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>()
  const parts: Buffer[] = []
  let size = 0
  let head: Pick<WholeAnswer, 'status' | 'headers'> = { status: 0, headers: {} }
  const giveUp = (error: GatewayError) => {
    running.abort()
    reject(error)
  }
  const running: Exchange = upstream.send(request, {
    onHead(status, headers) {
      head = { status, headers }
    },
    onBytes(bytes) {
      size += bytes.length
      parts.push(bytes)
      if (size <= maxBytes) return
      const limitMb = Math.ceil(maxBytes / 1024 / 1024)
      giveUp(new GatewayError('upstream.too_large', { limitMb }))
    },
    onEnd: () => resolve({ ...head, text: Buffer.concat(parts).toString() }),
    onFailure: reject,
  })
  return { answer: promise, giveUp }
}
