import { findRole } from '../../../db/tables/roles'
import { updateSession } from '../../../db/tables/sessions'
import type { UserRow } from '../../../db/tables/users'
import type { ActingMember } from '../../domain/accounts/membership'
import { readScopes, type Scope, type Scopes } from '../../domain/accounts/scopes'
import type { Queries, ServiceDeps } from '../service-deps'
import { type FoundSession, LOCAL_OPERATOR, readSession, type SessionLookup } from '../session'
import { toUserView, type UserView } from '../users/view'

/** Who asks, read anew for every request: rights that were taken away are gone at once. */
export interface Viewer {
  /** The account that is acted for: the own one, or an organisation's. */
  readonly user: UserView
  /** Who acts for an organisation. */
  readonly member?: (ActingMember & { readonly personName: string }) | undefined
  readonly via: 'session' | 'access_token'
  /** Name of the session in lists; "" for access tokens. */
  readonly sessionKey: string
  /** Epoch milliseconds of the login; 0 for access tokens. */
  readonly signedInAt: number
  /** `fresh` for 15 minutes after it was proved. */
  readonly secondFactor: 'none' | 'stale' | 'fresh'
  /** When it was last proved in this session, epoch milliseconds; 0 for never. */
  readonly factorAt: number
  /** The most that may be requested. */
  readonly scopes: Scopes
  /** By one of several access tokens, which cannot take the account over. */
  readonly isNamedToken: boolean
  /** The cookie must be sent again. */
  readonly isRenewed: boolean
  /** Signed in by a local program that has the database open itself; no rate limit holds. */
  readonly isLocalOperator: boolean
}

/** Of a role that is gone: none, where "" would be all. */
const NO_SCOPES = ' '

/** How exact "last seen" and "last used" are: a write per request would be too much. */
export const SEEN_STEP_MS = 5 * 60_000

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
  lookup: SessionLookup,
): Promise<Viewer | undefined> {
  const { reader, kysely: writer } = deps.db
  const found = await readSession({ reader, writer, clock: deps.clock }, lookup)
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
    scopes: await scopesOfUser(deps.db.reader, found.user),
    isNamedToken: false,
    isRenewed: found.isRenewed,
    isLocalOperator: found.ip === LOCAL_OPERATOR,
  }
}

/** The own account is nobody's to narrow; a role that is gone opens nothing else. */
export async function scopesOfUser(
  reader: Queries,
  { role_id }: Pick<UserRow, 'role_id'>,
): Promise<Scopes> {
  if (role_id === 0) return undefined
  const role = await findRole(reader, role_id)
  const granted = readScopes(role?.scopes ?? NO_SCOPES) ?? []
  return new Set<Scope>([...granted, 'account:read', 'account:write'])
}
