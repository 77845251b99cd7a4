/** Callers whom nobody knows, or who may not come in by this door: an operator sees them, too. */
import type { ErrorId } from '../../../domain/errors/catalogue'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Relay } from '../relay'

/** What the caller alone got wrong, before anything was read of what is asked. */
const AT_THE_DOOR: ReadonlySet<ErrorId> = new Set([
  'token.missing',
  'token.invalid',
  'token.expired',
  'token.disabled',
  'token.is_frozen',
  'token.is_frozen_until',
  'token.ip_refused',
  'token.pin_refused',
  'user.banned',
  'user.banned_because',
  'user.banned_until',
])

interface Refused {
  readonly ip: string
  readonly requestId: string
  readonly error: unknown
}

/**
 * What the caller gets: the error itself, or that an address has been wrong too often. A key
 * that is right never comes here, however many wrong ones its address has sent.
 */
export async function logRejectedRequest(
  { events, wrongKeys }: Pick<Relay, 'events' | 'wrongKeys'>,
  { ip, requestId, error }: Refused,
): Promise<unknown> {
  if (!(error instanceof GatewayError) || !AT_THE_DOOR.has(error.id)) return error
  events.rejected.emit({ ip, requestId, error }, undefined)
  if (error.id !== 'token.invalid') return error
  const seconds = await wrongKeys(ip)
  return seconds === 0 ? error : new GatewayError('token.too_many_wrong', { seconds })
}
