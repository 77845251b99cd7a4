/** When the first of several limited channels is free again: that is when asking again helps. */

import { type GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import type { FailedTry } from '../../../domain/logs/call-attempts'
import { resetWait } from './reset-wait'

interface Tried {
  readonly tries: readonly FailedTry[]
  /** Milliseconds since the call began. */
  readonly sinceMs: number
  readonly nowMs: number
}

/** The last failure, with the earliest wait of all tries where vendors named several. */
export function withEarliestWait(error: GatewayError, { tries, sinceMs, nowMs }: Tried) {
  if (!(error instanceof UpstreamError) || resetWait(error.headers, nowMs) === undefined) {
    return error
  }
  let earliest = Number.POSITIVE_INFINITY
  for (const { error: failure, atMs, tookMs } of tries.slice(0, -1)) {
    if (!(failure instanceof UpstreamError)) continue
    const wait = resetWait(failure.headers, nowMs)
    if (wait !== undefined) earliest = Math.min(earliest, atMs + tookMs + wait - sinceMs)
  }
  const own = resetWait(error.headers, nowMs) ?? earliest
  if (earliest >= own) return error
  const ms = Math.max(1000, Math.ceil(earliest))
  const [wait, waitMs] = [String(Math.ceil(ms / 1000)), String(ms)]
  return error.with({
    headers: { ...error.headers, 'retry-after': wait, 'retry-after-ms': waitMs },
  })
}
