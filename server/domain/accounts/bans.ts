/** Users whom an operator keeps out, for good or for a time. */
import { GatewayError } from '../errors/gateway-error'
import { USER_STATUS } from '../status'

export interface Banned {
  readonly status: number
  /** Epoch seconds; 0 for good. */
  readonly banned_until: number
  readonly banned_reason: string
}

/** Throws `user.banned`, `user.banned_because` or `user.banned_until`. */
export function refuseBanned({ status, banned_until, banned_reason }: Banned): void {
  if (status === USER_STATUS.enabled) return
  const reason = banned_reason || '-'
  if (banned_until > 0) {
    const until = new Date(banned_until * 1000).toISOString().slice(0, 16).replace('T', ' ')
    throw new GatewayError('user.banned_until', { reason, until })
  }
  if (banned_reason !== '') throw new GatewayError('user.banned_because', { reason })
  throw new GatewayError('user.banned')
}
