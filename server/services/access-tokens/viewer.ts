import { findAccessToken, markAccessTokenUsed } from '../../../db/tables/access-tokens'
import { narrowerScopes, readScopes } from '../../domain/accounts/scopes'
import { parseIpList } from '../../domain/network/ip-list'
import { hashKey } from '../seal'
import type { ServiceDeps } from '../service-deps'
import { SEEN_STEP_MS, scopesOfUser, type Viewer } from '../sessions/identify'
import { toUserView } from '../users/view'
import { isWellFormed } from './token-text'

export interface GivenToken {
  readonly token: string
  /** Whose request it came with. */
  readonly ip: string
}

/** By an access token; `undefined` for one that is unknown, expired or not for this address. */
export async function viewerOfAccessToken(
  deps: ServiceDeps,
  { token: text, ip }: GivenToken,
): Promise<Viewer | undefined> {
  if (!isWellFormed(text)) return undefined
  const nowMs = deps.clock.nowMs()
  const found = await findAccessToken(deps.db.reader, hashKey(text), nowMs)
  if (found === undefined) return undefined
  const { token, user, hasFactor } = found
  if (parseIpList(token.networks)?.(ip) === false) return undefined
  if (nowMs - (token.last_used_at ?? 0) >= SEEN_STEP_MS || token.last_used_ip !== ip) {
    await markAccessTokenUsed(deps.db.kysely, token.id, { nowMs, ip })
  }
  const scopes = await scopesOfUser(deps.db.reader, user)
  return {
    user: toUserView(user),
    via: 'access_token',
    sessionKey: '',
    signedInAt: 0,
    secondFactor: hasFactor ? 'stale' : 'none',
    factorAt: 0,
    scopes: narrowerScopes(readScopes(token.scopes), scopes),
    isNamedToken: token.kind === 'named',
    isRenewed: false,
    isLocalOperator: false,
  }
}
