import { endSessionsOf, type UserRow, updateUser, usersToEnable } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { holdTokensOf } from '../memberships/endings'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { manageableUser, refuseRoot } from './guards'
import { toUserView, type UserView } from './view'

interface Move {
  readonly id: number
  readonly action: string
  readonly status: number
  readonly ban: { readonly until: number; readonly reason: string }
  /** Leaves alone whose ban is not over at this time (epoch seconds), or no more one for a time. */
  readonly dueAt?: number
}

/** Why somebody is kept out, and until when. */
export interface Ban {
  /** Epoch seconds; 0 for good. */
  readonly until?: number | undefined
  /** Shown to whoever is kept out. */
  readonly reason?: string | undefined
}

const MAX_REASON = 200
const ENABLE = {
  action: 'user.enable',
  status: USER_STATUS.enabled,
  ban: { until: 0, reason: '' },
} as const

async function moveUser(deps: ServiceDeps, actor: Actor, move: Move): Promise<UserView> {
  const { id } = move
  const user = await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await manageableUser(work, id)
    refuseRoot(before)
    const { dueAt } = move
    if (dueAt !== undefined && !isDue(before, dueAt)) return before
    if (move.status === USER_STATUS.enabled && !isKnown(before.status)) {
      throw new GatewayError('user.status_unknown')
    }
    const { until, reason } = move.ban
    const ban = { banned_until: until, banned_reason: reason }
    const change = { status: move.status, ...ban, updated_at: deps.clock.nowMs() }
    const after = (await updateUser(trx, id, change)) ?? before
    await recordAudit(work, {
      action: move.action,
      target: `user:${id}`,
      before: { status: before.status },
      after: { status: after.status, ...(isBan(move) && ban) },
    })
    const isEnabled = move.status === USER_STATUS.enabled
    if (!isEnabled) await endSessionsOf(trx, id)
    await holdTokensOf(work, before, isEnabled)
    return after
  })
  return toUserView(user)
}

/** Imported rows may have a status whose meaning only their old gateway knew. */
function isKnown(status: number): boolean {
  return status === USER_STATUS.enabled || status === USER_STATUS.disabled
}

function isDue({ status, banned_until }: UserRow, seconds: number): boolean {
  return status === USER_STATUS.disabled && banned_until > 0 && banned_until <= seconds
}

function isBan({ ban: { until, reason } }: Move): boolean {
  return until !== 0 || reason !== ''
}

/** For good, without a reason; as `banUser` otherwise. */
export async function disableUser(deps: ServiceDeps, actor: Actor, id: number): Promise<UserView> {
  return await banUser(deps, actor, { id })
}

/**
 * Takes effect on the user's calls and sign-ins at once; tokens keep their own status. Throws
 * `token.expiry_invalid` for an end that is over.
 */
export async function banUser(
  deps: ServiceDeps,
  actor: Actor,
  { id, until = 0, reason: given = '' }: Ban & { readonly id: number },
): Promise<UserView> {
  if (until !== 0 && until <= nowSeconds(deps.clock)) {
    throw new GatewayError('token.expiry_invalid')
  }
  const reason = visibleLine('banned_reason', given.trim())
  if ([...reason].length > MAX_REASON) {
    throw new GatewayError('value.too_long', { field: 'banned_reason', max: MAX_REASON })
  }
  return await moveUser(deps, actor, {
    id,
    action: 'user.disable',
    status: USER_STATUS.disabled,
    ban: { until, reason },
  })
}

/** Throws `user.status_unknown`; who is disabled first can be enabled again. */
export async function enableUser(deps: ServiceDeps, actor: Actor, id: number): Promise<UserView> {
  return await moveUser(deps, actor, { id, ...ENABLE })
}

/** Those whose ban is over, unless an operator has given a new one since they were looked up. */
export async function enableDueUsers(deps: ServiceDeps): Promise<void> {
  const dueAt = nowSeconds(deps.clock)
  for (const id of await usersToEnable(deps.db.lists, dueAt)) {
    await moveUser(deps, SYSTEM_ACTOR, { id, ...ENABLE, dueAt })
  }
}
