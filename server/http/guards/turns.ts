import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import { networkOf } from '../../services/limiter/network'
import type { TurnRule, Turns } from '../../services/limits/turns'
import type { Identity } from './identity'

/**
 * Of one caller. A screen asks for up to seven lists at once, and people keep several open; more
 * than these together is a program, which is refused and asked to retry later.
 */
export const LIST_TURNS: TurnRule = { running: 2, waiting: 16 }

/** By then some of the line has been served. */
const RETRY_SECONDS = 1

/** Throws `request.too_many` when the caller has too many lists under way. */
export async function inTurn<T>(
  turns: Turns,
  caller: {
    readonly endpoint: Endpoint
    readonly identity: Identity
    readonly ip: string
  },
  run: () => Promise<T>,
): Promise<T> {
  const { endpoint, identity, ip } = caller
  const { viewer } = identity
  if (endpoint.heavy !== true || viewer?.isLocalOperator === true) return await run()
  const key = viewer === undefined ? `network ${networkOf(ip)}` : `user ${viewer.user.id}`
  const result = turns.take(key, run)
  if (result === undefined) throw new GatewayError('request.too_many', { seconds: RETRY_SECONDS })
  return await result
}
