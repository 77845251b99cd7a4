/** One whole request and answer, for callers that are not on the hot path. */
import { GatewayError } from '../domain/errors/gateway-error'
import type { Upstream, UpstreamRequest } from './upstream'

export interface WholeAnswer {
  readonly status: number
  readonly text: string
}

/** Rejects with `upstream.too_large` beyond `maxBytes`, or with what broke the exchange. */
export function exchange(
  upstream: Upstream,
  request: UpstreamRequest,
  maxBytes: number,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    let status = 0
    const running = upstream.send(request, {
      onHead(received) {
        status = received
      },
      onBytes(bytes) {
        size += bytes.length
        parts.push(bytes)
        if (size <= maxBytes) return
        running.abort()
        reject(
          new GatewayError('upstream.too_large', { limitMb: Math.ceil(maxBytes / 1024 / 1024) }),
        )
      },
      onEnd: () => resolve({ status, text: Buffer.concat(parts).toString() }),
      onFailure: reject,
    })
  })
}
