/** Who asks: the session in the cookie, else a system access token. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { networkOf } from '../../services/limits/network'
import type { WindowRule } from '../../services/limits/window'
import { sessionCookie, sessionIdIn } from '../../services/session'
import type { Viewer } from '../../services/sessions/identify'
import type { ApiEdge } from '../api-edge'

export interface Identity {
  readonly viewer: Viewer | undefined
  /** Why there is no viewer, for calls that need one. */
  readonly refusal: GatewayError
  /** Id in the cookie, valid or not. */
  readonly sessionId: string | undefined
}

/** Wrong access tokens from one address. */
const WRONG_TOKENS: WindowRule = { count: 30, windowMs: 15 * 60_000 }

/** Never throws for a wrong credential: public calls must work with a stale cookie. */
export async function identify(edge: ApiEdge, request: Request, ip: string): Promise<Identity> {
  const sessionId = sessionIdIn(request.headers.get('cookie') ?? '')
  if (sessionId !== undefined) {
    const viewer = await edge.services.sessions.viewerOf(sessionId)
    if (viewer !== undefined) return { viewer, sessionId, refusal: missing() }
  }
  const token = bearer(request.headers.get('authorization'))
  if (token === '') {
    const refusal = sessionId === undefined ? missing() : new GatewayError('session.expired')
    return { viewer: undefined, sessionId, refusal }
  }
  const attempt = edge.limiter.take(`access-token ${networkOf(ip)}`, WRONG_TOKENS)
  if (!attempt.ok) {
    const seconds = Math.ceil(attempt.retryMs / 1000)
    const refusal = new GatewayError('request.too_many', { seconds })
    return { viewer: undefined, sessionId, refusal }
  }
  const viewer = await edge.services.accessTokens.viewerOf(token)
  if (viewer !== undefined) attempt.giveBack()
  return { viewer, sessionId, refusal: new GatewayError('access_token.invalid') }
}

/** Set-Cookie values for a session whose expiry has moved. */
export function renewedCookies(identity: Identity, isSecure: boolean): readonly string[] {
  const { viewer, sessionId } = identity
  if (viewer?.isRenewed !== true || sessionId === undefined) return []
  return [sessionCookie(sessionId, isSecure)]
}

function missing(): GatewayError {
  return new GatewayError('session.missing')
}

function bearer(header: string | null): string {
  return (header ?? '').trim().replace(/^Bearer\s+/i, '')
}
