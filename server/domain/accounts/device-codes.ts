/** Codes of programs that log in by a browser elsewhere, as RFC 8628 has them. */

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** What a program is answered until it gets its access token (RFC 8628, 3.5; RFC 6749, 5.2). */
export const DEVICE_ERRORS = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
] as const

export type DeviceError = (typeof DEVICE_ERRORS)[number]

/** Without vowels, so that they make no words, and without what looks like a digit. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const USER_CODE_LENGTH = 8

const HALF = USER_CODE_LENGTH / 2

/** As people read and type it: `WDJB-MJHT`. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`
}

/** In whatever case and with whatever between; `undefined` for what cannot be one. */
export function readUserCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  const isOne = code.length === USER_CODE_LENGTH
  return isOne && [...code].every((letter) => USER_CODE_LETTERS.includes(letter)) ? code : undefined
}
