/** Texts that are signed by HMAC-SHA256 in hex. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function hmacOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** In constant time, so that a signature cannot be guessed digit by digit. */
export function isHmacOf(text: string, secret: string, signature: string): boolean {
  const wanted = Buffer.from(hmacOf(text, secret))
  const given = Buffer.from(signature.toLowerCase())
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
