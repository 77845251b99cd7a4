/** What refused sign-ins leave behind: a row in the audit log and a line in the program's. */
import type { UserRow } from '../../../db/tables/users'
import { ROLE } from '../../domain/accounts/roles'
import { recordAudit } from '../audit/record'
import { networkOf } from '../limiter/network'
import type { WindowRule } from '../limiter/window'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

export interface RefusedLogin {
  /** A wrong password, an account that is locked, or too many requests from one network. */
  readonly kind: 'refused' | 'locked' | 'limited'
  /** Absent where no account has the name: what was typed may be a password. */
  readonly user?: Pick<UserRow, 'id' | 'username' | 'role'> | undefined
  /** How many were let through before this one, in the same window. */
  readonly tries?: number
}

export type NoteRefusedLogin = (actor: Actor, refused: RefusedLogin) => Promise<void>

const MINUTE_MS = 60_000
/** A lock is one event, however often it is run against. */
const ONCE: WindowRule = { count: 1, windowMs: 15 * MINUTE_MS }
/** Of ordinary accounts and of nobody's: a flood from many networks must not fill the table. */
const ROWS: WindowRule = { count: 200, windowMs: 60 * MINUTE_MS }

/**
 * Wrong passwords are recorded for administrators alone, each one of them: the lock bounds how
 * many there can be.
 */
export function createRefusedLogins(deps: ServiceDeps): NoteRefusedLogin {
  const limiter = deps.openLimiter('refusals')
  const isNew = async (key: string, rule: WindowRule) => (await limiter.take(key, rule)).ok
  return async (actor, { kind, user, tries }) => {
    const isAdmin = user !== undefined && user.role >= ROLE.admin
    if (kind === 'refused' && !isAdmin) return
    const network = networkOf(actor.ip)
    const event = `${kind} ${user?.id ?? 0} ${network}`
    if (kind !== 'refused' && !(await isNew(event, ONCE))) return
    if (!isAdmin && !(await isNew('rows', ROWS))) return
    const account = user?.username ?? ''
    deps.warnOfRefusedLogin?.({ kind, account, network })
    await transact(deps, actor, (work) =>
      recordAudit(work, {
        action: `session.${kind}`,
        target: `user:${user?.id ?? 0}`,
        after: { account, network, tries },
      }),
    )
  }
}
