/** The MD5 signature of the epay protocol. Weak by today's measure, but the protocol's own. */
import { createHash, timingSafeEqual } from 'node:crypto'

export type EpayFields = Readonly<Record<string, string>>

const UNSIGNED = new Set(['sign', 'sign_type'])

/** Hex digits over the non-empty fields in the order of their names, then the shop's key. */
export function epaySignature(fields: EpayFields, key: string): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => !UNSIGNED.has(name) && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(signed + key)
    .digest('hex')
}

/** In constant time, so that a signature cannot be guessed digit by digit. */
export function isSignedBy(fields: EpayFields, key: string): boolean {
  const wanted = Buffer.from(epaySignature(fields, key))
  const given = Buffer.from((fields.sign ?? '').toLowerCase())
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
