import { findAccessToken, markAccessTokenUsed } from '../../../db/tables/access-tokens'
import { updateSession } from '../../../db/tables/sessions'
import { hashKey } from '../seal'
import type { ServiceDeps } from '../service-deps'
import { type AskedSession, type FoundSession, LOCAL_OPERATOR, readSession } from '../session'
import { toUserView, type UserView } from '../users/view'

/** Who asks, read anew for every request: rights that were taken away are gone at once. */
export interface Viewer {
  readonly user: UserView
  readonly via: 'session' | 'access_token'
  /** Name of the session in lists; "" for access tokens. */
  readonly sessionKey: string
  /** Epoch milliseconds of the login; 0 for access tokens. */
  readonly signedInAt: number
  /** `fresh` for 15 minutes after it was proved. */
  readonly secondFactor: 'none' | 'stale' | 'fresh'
  /** When it was last proved in this session, epoch milliseconds; 0 for never. */
  readonly factorAt: number
  /** The cookie must be sent again. */
  readonly isRenewed: boolean
  /** Signed in by a local program that has the database open itself; no rate limit holds. */
  readonly isLocalOperator: boolean
}

/** How exact "last seen" and "last used" are: a write per request would be too much. */
const SEEN_STEP_MS = 5 * 60_000

/** A proof this fresh stands for another one: of the password or of the second factor. */
export const RECENT_MS = 15 * 60_000

function factorState(
  { hasFactor, factor_at }: Pick<FoundSession, 'hasFactor' | 'factor_at'>,
  nowMs: number,
): Viewer['secondFactor'] {
  if (!hasFactor) return 'none'
  return nowMs - factor_at > RECENT_MS ? 'stale' : 'fresh'
}

/** `undefined` for ids that are unknown, expired or ended. */
export async function viewerOfSession(
  deps: ServiceDeps,
  asked: AskedSession,
): Promise<Viewer | undefined> {
  const { reader, kysely: writer } = deps.db
  const found = await readSession({ reader, writer, clock: deps.clock }, asked)
  if (found === undefined) return undefined
  const nowMs = deps.clock.nowMs()
  if (nowMs - found.last_seen_at >= SEEN_STEP_MS) {
    await updateSession(writer, found.key, { last_seen_at: nowMs })
  }
  return {
    user: toUserView(found.user),
    via: 'session',
    sessionKey: found.key,
    signedInAt: found.created_at,
    secondFactor: factorState(found, nowMs),
    factorAt: found.factor_at,
    isRenewed: found.isRenewed,
    isLocalOperator: found.ip === LOCAL_OPERATOR,
  }
}

/** By a system access token. */
export async function viewerOfAccessToken(
  deps: ServiceDeps,
  token: string,
): Promise<Viewer | undefined> {
  const nowMs = deps.clock.nowMs()
  const found = await findAccessToken(deps.db.reader, hashKey(token), nowMs)
  if (found === undefined) return undefined
  if (nowMs - (found.token.last_used_at ?? 0) >= SEEN_STEP_MS) {
    await markAccessTokenUsed(deps.db.kysely, found.token.id, nowMs)
  }
  return {
    user: toUserView(found.user),
    via: 'access_token',
    sessionKey: '',
    signedInAt: 0,
    secondFactor: found.hasFactor ? 'stale' : 'none',
    factorAt: 0,
    isRenewed: false,
    isLocalOperator: false,
  }
}
