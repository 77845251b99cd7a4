/** When a failed attempt may be followed by another one; always before the client's first byte. */
import { ERRORS } from '../../domain/errors/catalogue'
import { type GatewayError, UpstreamError } from '../../domain/errors/gateway-error'

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

/** `blamesRequests`: a 400 of this upstream may be about its account. */
export function mayRetry(error: GatewayError, blamesRequests: boolean): boolean {
  if (!(error instanceof UpstreamError)) return ERRORS[error.id].retryable
  const rule = RULES.find(({ applies }) => applies(error.status))
  if (rule === undefined) return true
  return rule.retry === 'yes' || (rule.retry === 'if-blamed' && blamesRequests)
}
