/** What an upstream said of a failure, and what of it a client may read. */
import type { TextKey, TextParams } from '../i18n/translate'

type Text = (key: TextKey, params?: TextParams) => string

/**
 * What an upstream said of itself is passed on, except where it would tell the client about our
 * addresses or accounts, and except for 429, which the client can only answer by waiting.
 */
export function upstreamWords(status: number, said: string | undefined, text: Text): string {
  if (status === 429) return text('upstream.saturated')
  const shown = shownWords(status, said)
  if (shown === undefined)
    return text('upstream.unreachable', { reason: text('reason.behind_upstream') })
  return shown === '' ? `bad response status code ${status}` : shown
}

/** `undefined` when nothing of it may be shown. */
export function shownWords(status: number, said: string | undefined): string | undefined {
  if (said === undefined || status === 429 || revealsAddress(said)) return undefined
  return maskAccounts(said).trim()
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

export function maskAccounts(text: string): string {
  return (
    text
      .replace(/\b(sk|rk|pk)-[\w-]{8,}/g, '$1-***')
      // As vendors quote the key that they refuse: its beginning and its end.
      .replace(/\b(sk|rk|pk)-[\w-]*\*+[\w*-]*/g, '$1-***')
      .replace(/\b(org|proj)-[A-Za-z0-9]{8,}/g, '$1-***')
      .replace(/\bAIza[\w-]{20,}/g, 'AIza***')
  )
}
