/** One whole request and answer, for callers that are not on the hot path. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Upstream, UpstreamHeaders, UpstreamRequest } from '../net/upstream'

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
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    let status = 0
    let headers: UpstreamHeaders = {}
    const running = upstream.send(request, {
      onHead(received, told) {
        status = received
        headers = told
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
      onEnd: () => resolve({ status, text: Buffer.concat(parts).toString(), headers }),
      onFailure: reject,
    })
  })
}
