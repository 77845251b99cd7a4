import { isTextKey, type Language, translate } from '../i18n/translate'
import { type ErrorParams, GatewayError, UpstreamError } from './gateway-error'

/**
 * The text a client reads. What an upstream said of itself is passed on, except where it would
 * tell the client about our addresses or accounts, and except for 429, which the client can
 * only answer by waiting.
 */
export function messageOf(error: GatewayError, language: Language): string {
  if (!(error instanceof UpstreamError)) {
    return translate(language, error.id, withReason(error, language))
  }
  if (error.status === 429) return translate(language, 'upstream.saturated')
  if (revealsAddress(error.upstreamMessage)) return translate(language, 'upstream.unreachable')
  const told = maskSecrets(error.upstreamMessage).trim()
  return told === '' ? `bad response status code ${error.status}` : told
}

/**
 * A `reason` that is itself a key of the dictionaries is told in the same language; without
 * one, a refusal that led to this one is the reason.
 */
function withReason({ params, cause }: GatewayError, language: Language): ErrorParams {
  const { reason } = params
  if (reason === undefined && cause instanceof GatewayError) {
    return { ...params, reason: messageOf(cause, language) }
  }
  if (typeof reason !== 'string' || !isTextKey(reason)) return params
  return { ...params, reason: translate(language, reason, params) }
}

/**
 * Texts that network code makes, not models: they name hosts, ports and resolver answers.
 * Documentation links in provider messages pass, because they help to fix a request.
 */
const ADDRESS_PATTERNS: readonly RegExp[] = [
  /\bdial (?:tcp|udp)\b/i,
  /\b(?:post|get|put) "?https?:\/\//i,
  /\b(?:ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/,
  /\bgetaddrinfo\b|\bno such host\b|\bconnection refused\b/i,
  /\blocalhost:\d+/i,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/,
  /\[[0-9a-f:]*::[0-9a-f:]*\]/i,
]

function revealsAddress(text: string): boolean {
  return ADDRESS_PATTERNS.some((pattern) => pattern.test(text))
}

/** Keys and names of accounts, however a vendor repeats them. */
export function maskSecrets(text: string): string {
  return text
    .replace(/\b(sk|rk|pk)-[\w-]{8,}/g, '$1-***')
    .replace(/\b(org|proj)-[A-Za-z0-9]{8,}/g, '$1-***')
    .replace(/\bAIza[\w-]{20,}/g, 'AIza***')
}
