import { createHmac } from 'node:crypto'
import type { OpenVendor } from '../../call/channel/vendor'
import type { Clock } from '../../ports/ports'

const LIFETIME_MS = 24 * 60 * 60 * 1000
/** A token is renewed this long before it ends, so that none expires on the way. */
const MARGIN_MS = 60 * 1000
const MAX_TOKENS_KEPT = 1000

interface CachedToken {
  readonly text: string
  readonly expiresMs: number
}

export const zhipu: OpenVendor = ({ clock }) => {
  const tokenOf = createTokens(clock)
  return { authorize: ({ channel }) => ({ authorization: tokenOf(channel.key) }) }
}

/**
 * Makes the `Authorization` values of Zhipu from keys of the form `id.secret`. The token is
 * sent bare. A key of another form is sent as a bearer, which newer accounts accept.
 */
function createTokens(clock: Clock): (key: string) => string {
  const cache = new Map<string, CachedToken>()
  return (key) => {
    const [id, secret, ...rest] = key.split('.')
    if (!id || !secret || rest.length > 0) return `Bearer ${key}`
    const nowMs = clock.nowMs()
    const known = cache.get(key)
    if (known !== undefined && isInForce(known, nowMs)) return known.text
    if (cache.size >= MAX_TOKENS_KEPT) cache.clear()
    const expiresMs = nowMs + LIFETIME_MS
    const text = sign({ api_key: id, exp: expiresMs, timestamp: nowMs }, secret)
    cache.set(key, { text, expiresMs })
    return text
  }
}

/** One that was signed while the machine's clock was ahead begins in the future. */
function isInForce({ expiresMs }: CachedToken, nowMs: number): boolean {
  return expiresMs - MARGIN_MS > nowMs && expiresMs - LIFETIME_MS <= nowMs
}

function sign(claims: Readonly<Record<string, string | number>>, secret: string): string {
  const head = base64url(JSON.stringify({ alg: 'HS256', sign_type: 'SIGN' }))
  const signed = `${head}.${base64url(JSON.stringify(claims))}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
