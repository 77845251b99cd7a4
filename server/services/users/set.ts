import { post } from '../../../db/tables/ledger'
import { endSessionsOf, type UserChange, type UserRow, updateUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { isCredits, MAX_CREDITS } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import { changedColumns, type Edit, setColumnsOf } from '../../domain/nouns/noun-stored'
import { userFields } from '../../domain/nouns/user'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import {
  emailOf,
  existingGroupOf,
  grantableRoleOf,
  passwordOf,
  quotaOf,
  USER_CHECKS,
} from './fields'
import {
  manageableUser,
  refuseOrganisation,
  refuseRoot,
  requireFreeEmail,
  requireFreeName,
} from './guards'
import { lockOut } from './lock-out'
import { hashPassword } from './passwords'
import { toUserView, type UserView } from './view'

/**
 * A change of balance. `to` with `expected` is refused when calls have moved the balance since
 * it was read; `add` (which may be negative) cannot be out of date.
 */
export type QuotaChange =
  | { readonly to: number; readonly expected?: number | undefined }
  | { readonly add: number }

/** What is absent stays as it is. */
export interface SetUserInput extends Edit<typeof userFields> {
  readonly id: number
  readonly email?: string | undefined
  readonly quota?: QuotaChange | undefined
  /** A new one ends every sign-in of the user. */
  readonly password?: string | undefined
}

export async function setUser(
  deps: ServiceDeps,
  actor: Actor,
  input: SetUserInput,
): Promise<UserView> {
  const { password } = input
  const password_hash =
    password === undefined ? undefined : await hashPassword(passwordOf(password))
  const user = await transactDurably(deps, actor, async (work) => {
    const { trx } = work
    const before = await manageableUser(work, input.id)
    refuseLogin(before, input)
    const change = await fieldChange(work, before, input)
    if (password_hash !== undefined) change.password_hash = password_hash
    const delta = input.quota === undefined ? 0 : quotaDelta(before.quota, input.quota)
    const nowMs = deps.clock.nowMs()
    const saved = await updateUser(trx, before.id, { ...change, updated_at: nowMs })
    const quota = before.quota + delta
    const after = { ...(saved ?? before), quota }
    const reference = await recordAudit(work, {
      action: 'user.set',
      target: `user:${before.id}`,
      before: auditFacts(before),
      after: { ...auditFacts(after), ...(password !== undefined && { password }) },
    })
    if (delta !== 0) {
      await adjustQuota(work, { user: before, delta, reference, nowMs })
    }
    const hasNewRights = change.role !== undefined && change.role !== before.role
    if (password_hash !== undefined) await lockOut(trx, before.id)
    else if (hasNewRights) await endSessionsOf(trx, before.id)
    return after
  })
  return toUserView(user)
}

/** A form sends the role back as it was. */
function refuseLogin(before: UserRow, { password, role, email }: SetUserInput): void {
  const hasNewRole = role !== undefined && role !== before.role
  if (password !== undefined || hasNewRole || email) refuseOrganisation(before)
}

function auditFacts(user: UserRow) {
  const { email, quota } = user
  return { ...setColumnsOf(userFields, user), email, quota }
}

async function fieldChange(
  { trx, actor, clock }: MoneyWork,
  before: UserRow,
  input: SetUserInput,
): Promise<UserChange> {
  const rules = { checks: USER_CHECKS, nowSeconds: nowSeconds(clock) }
  const change: UserChange = changedColumns(userFields, { before, input }, rules)
  if (typeof change.username === 'string') await requireFreeName(trx, change.username, before.id)
  if (input.email !== undefined && input.email !== before.email) {
    change.email = emailOf(input.email)
    await requireFreeEmail(trx, change.email, before.id)
  }
  if (typeof change.group === 'string') change.group = await existingGroupOf(trx, change.group)
  if (typeof change.role === 'number') {
    refuseRoot(before)
    change.role = grantableRoleOf(change.role, actor.role)
    if (change.role !== before.role) change.role_id = 0
  }
  return change
}

function quotaDelta(current: number, change: QuotaChange): number {
  if ('add' in change) {
    const isTooMuch = change.add > 0 && !isCredits(Math.max(0, current + change.add))
    if (!Number.isSafeInteger(change.add) || isTooMuch) {
      throw new GatewayError('user.quota_invalid', { max: MAX_CREDITS })
    }
    return change.add
  }
  if (change.expected !== undefined && change.expected !== current) {
    const reason = 'reason.balance_moved'
    throw new GatewayError('value.invalid', { field: 'quota', reason, balance: current })
  }
  // A form sends back a balance that use has taken below zero; that is no change.
  return change.to === current ? 0 : quotaOf(change.to) - current
}

async function adjustQuota(
  work: MoneyWork,
  order: {
    readonly user: UserRow
    readonly delta: number
    readonly reference: string
    readonly nowMs: number
  },
): Promise<void> {
  const { user, delta, reference, nowMs } = order
  const after = await post(work.trx, {
    kind: 'adjust',
    userId: user.id,
    userDelta: delta,
    tokenDelta: 0,
    reference,
    nowMs,
    floorAtZero: delta < 0,
  })
  if (after === undefined) {
    throw new GatewayError('user.quota_invalid', { max: MAX_CREDITS })
  }
  await recordLog(work, {
    type: 'admin',
    user,
    group: user.group,
    told: { kind: 'quota_set', params: { from: user.quota, to: user.quota + delta } },
    // The user reads that it was an administrator, not which one.
    aside: { by: work.actor.name },
  })
}
