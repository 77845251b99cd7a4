/** How a socket is closed: the number and the words that it is closed with. */
import type { GatewayError } from '../../domain/errors/gateway-error'

export const NORMAL = 1000
export const GOING_AWAY = 1001
export const REFUSED = 1008
export const FAILED = 1011

/** Codes that may be sent; the others are only reported. */
export function isClosable(code: number): boolean {
  return code === NORMAL || code === GOING_AWAY || (code >= 3000 && code < 5000)
}

/** Why a socket is closed, as a number. */
export function codeOf({ id }: GatewayError): number {
  if (id === 'shutting_down') return GOING_AWAY
  return id.startsWith('upstream.') || id === 'internal' ? FAILED : REFUSED
}

/** A frame that closes a socket holds no more than 123 bytes. */
const MOST_REASON_BYTES = 120

export function shortened(reason: string): string {
  let text = reason.slice(0, MOST_REASON_BYTES)
  while (Buffer.byteLength(text) > MOST_REASON_BYTES) text = text.slice(0, -1)
  return text
}
