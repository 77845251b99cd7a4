/** Callers whom nobody knows, or who may not come in by this door: an operator sees them, too. */
import type { ErrorId } from '../../domain/errors/catalogue'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { CallEvents } from './call-events'

/** What the caller alone got wrong, before anything was read of what is asked. */
const AT_THE_DOOR: ReadonlySet<ErrorId> = new Set([
  'token.missing',
  'token.invalid',
  'token.expired',
  'token.disabled',
  'token.ip_refused',
  'token.pin_refused',
  'user.banned',
])

interface Refused {
  /** "" where nobody has looked. */
  readonly ip: string
  readonly requestId: string
  readonly error: unknown
}

export function noteTurnedAway(
  { turnedAway }: Pick<CallEvents, 'turnedAway'>,
  { ip, requestId, error }: Refused,
): void {
  if (!(error instanceof GatewayError) || !AT_THE_DOOR.has(error.id)) return
  turnedAway.tell({ ip, requestId, error }, undefined)
}
