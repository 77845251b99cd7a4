/** When a failed attempt may be followed by another one; always before the client's first byte. */
import { ERRORS } from '../../../domain/errors/catalogue'
import { type GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import type { RelayChannel } from '../../ports/ports'

interface RetryRule {
  readonly applies: (status: number) => boolean
  /** "if-blamed": channels that answer 400 for reasons of their own. */
  readonly retry: 'yes' | 'no' | 'if-blamed'
}

/** First match wins; statuses are after status_code_mapping. */
const RULES: readonly RetryRule[] = [
  { applies: (status) => status === 429 || status === 307, retry: 'yes' },
  { applies: (status) => status === 504 || status === 524, retry: 'no' },
  { applies: (status) => status >= 500 && status <= 599, retry: 'yes' },
  { applies: (status) => status === 400, retry: 'if-blamed' },
  { applies: (status) => status === 408, retry: 'no' },
  { applies: (status) => status >= 200 && status <= 299, retry: 'no' },
]

/** `blamesRequests`: a 400 of this upstream may be about its account, where no kind is known. */
export function mayRetry(error: GatewayError, blamesRequests: boolean): boolean {
  if (!(error instanceof UpstreamError)) return ERRORS[error.id].retryable
  // Another channel has another account, unless the operator's mapping says what it counts as.
  if (error.kind === 'operator_fault' && !error.isMapped) return true
  const rule = RULES.find(({ applies }) => applies(error.status))
  if (rule === undefined) return true
  if (rule.retry === 'if-blamed') return blamesRequests && error.kind === 'invalid_request'
  return rule.retry === 'yes'
}

/** What another gateway says of the key itself; another key of it may well be served. */
const ABOUT_THE_KEY: ReadonlySet<number> = new Set([401, 402, 403, 429])

/**
 * Another gateway tries its own channels before it fails. Asking it again through a further key
 * would try them all once more, and two such gateways in a row would multiply every failure.
 */
export function hasTriedItsOwn({ type }: RelayChannel, error: GatewayError): boolean {
  if (!type.traits.isGateway || !(error instanceof UpstreamError)) return false
  return !ABOUT_THE_KEY.has(error.upstreamStatus)
}
