import { sessionCookie } from '../services/session'
import type { ApiEdge } from './api-edge'
import type { Client } from './guards/client'

/**
 * Set-Cookie values for the session that a client has from now on, and for what its browser is
 * known by when it logs in again. `undefined` changes nothing, "" ends the session.
 */
export async function sessionCookies(
  { services }: Pick<ApiEdge, 'services'>,
  sessionId: string | undefined,
  { isSecure }: Pick<Client, 'isSecure'>,
): Promise<readonly string[]> {
  if (sessionId === undefined) return []
  const session = sessionCookie(sessionId, isSecure)
  if (sessionId === '') return [session]
  const known = await services.sessions.knownBrowserCookie({ sessionId, isSecure })
  return known === undefined ? [session] : [session, known]
}
