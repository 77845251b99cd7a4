/**
 * How named access tokens look: `gwat_`, thirty random characters, and six that check them, so
 * that scanners for leaked secrets find them and know them from what only looks like one.
 */
import { crc32 } from 'node:zlib'
import { ALPHANUMERIC, type Random } from '../../random'

const PREFIX = 'gwat_'
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`)
const SHOWN_END = 4

export function newTokenText({ text }: Random): string {
  const body = text(RANDOM_LENGTH, ALPHANUMERIC)
  return `${PREFIX}${body}${checkOf(body)}`
}

/** False for a named one whose end does not fit; those without the prefix are not checked. */
export function isWellFormed(token: string): boolean {
  if (!token.startsWith(PREFIX)) return true
  const [, body = '', check] = SHAPE.exec(token) ?? []
  return check === checkOf(body)
}

/** To be known again by: its prefix and its last characters. */
export function hintOf(token: string): string {
  return `${PREFIX}…${token.slice(-SHOWN_END)}`
}

/** CRC-32 in base 62. */
function checkOf(body: string): string {
  let rest = crc32(body)
  let written = ''
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    written = ALPHANUMERIC.charAt(rest % ALPHANUMERIC.length) + written
    rest = Math.floor(rest / ALPHANUMERIC.length)
  }
  return written
}
