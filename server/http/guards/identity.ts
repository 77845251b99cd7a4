/** Who asks: the session in the cookie, else a system access token. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { networkOf } from '../../services/limiter/network'
import type { WindowRule } from '../../services/limiter/window'
import { sessionIdIn } from '../../services/session'
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

interface Asking {
  readonly ip: string
  /** A session that is half over is prolonged; its cookie must be sent again. */
  readonly renews?: boolean
}

/** Never throws for a wrong credential: public calls must work with a stale cookie. */
export async function identify(
  edge: ApiEdge,
  request: Request,
  { ip, renews = true }: Asking,
): Promise<Identity> {
  const sessionId = sessionIdIn(request.headers.get('cookie') ?? '')
  if (sessionId !== undefined) {
    const viewer = await edge.services.sessions.viewerOf({ id: sessionId, renews })
    if (viewer !== undefined) return { viewer, sessionId, refusal: missing() }
  }
  const token = bearer(request.headers.get('authorization'))
  if (token === '') {
    const refusal = sessionId === undefined ? missing() : new GatewayError('session.expired')
    return { viewer: undefined, sessionId, refusal }
  }
  const viewer = await edge.services.accessTokens.viewerOf({ token, ip })
  const refusal = viewer === undefined ? await wrongToken(edge, ip) : missing()
  return { viewer, sessionId, refusal }
}

/** The right token passes whatever neighbours have tried: it is too long to be guessed. */
async function wrongToken(edge: ApiEdge, ip: string): Promise<GatewayError> {
  const attempt = await edge.limiter.take(`access-token ${networkOf(ip)}`, WRONG_TOKENS)
  if (attempt.ok) return new GatewayError('access_token.invalid')
  const seconds = Math.ceil(attempt.retryMs / 1000)
  return new GatewayError('request.too_many', { seconds })
}

/** Id of a session whose expiry has moved: its cookie must be sent again. */
export function renewedSession({ viewer, sessionId }: Identity): string | undefined {
  return viewer?.isRenewed === true ? sessionId : undefined
}

function missing(): GatewayError {
  return new GatewayError('session.missing')
}

function bearer(header: string | null): string {
  return (header ?? '').trim().replace(/^Bearer\s+/i, '')
}
