import { ERRORS } from '../../domain/errors/catalogue'
import { type GatewayError, UpstreamError } from '../../domain/errors/gateway-error'

/** Statuses that say something of one request, and nothing of the channel that refused it. */
const REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 404, 413, 415, 422])

/** Whether a failed attempt says nothing of the channel that was tried. */
export function isCallersFault(error: GatewayError): boolean {
  if (error instanceof UpstreamError) return REQUEST_STATUSES.has(error.upstreamStatus)
  const { openai, disablesChannel, retryable } = ERRORS[error.id]
  return openai.status < 500 && openai.status !== 429 && !disablesChannel && !retryable
}
