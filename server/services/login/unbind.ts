import type { IdentityColumn } from '../../../db/tables/identities'
import { findUser, type UserRow, updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type Confirmation, confirmIdentity } from '../sessions/confirm'
import { manageableUser } from '../users/guards'
import { transact, type Work } from '../work'

/** The column of each way to log in that can be taken off. */
const COLUMNS: Readonly<Record<string, IdentityColumn>> = {
  github: 'github_id',
  linuxdo: 'linux_do_id',
  oidc: 'oidc_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
}

export interface UnbindInput extends Confirmation {
  readonly method: string
}

/**
 * Takes a way to log in off the actor's account. Throws `session.confirmation_needed`,
 * `binding.missing`, and `value.invalid` for the only way in.
 */
export async function unbind(deps: ServiceDeps, actor: Actor, input: UnbindInput): Promise<void> {
  await confirmIdentity(deps, input)
  await transact(deps, actor, async (work) => {
    await unbinding(work, await findUser(work.trx, actor.id), input.method)
  })
}

/** The same for somebody whom the actor outranks, who e.g. has lost the account elsewhere. */
export async function unbindOf(
  deps: ServiceDeps,
  actor: Actor,
  { userId, method }: { readonly userId: number; readonly method: string },
): Promise<void> {
  await transact(deps, actor, async (work) => {
    await unbinding(work, await manageableUser(work, userId), method)
  })
}

async function unbinding(work: Work, user: UserRow | undefined, method: string): Promise<void> {
  const column = COLUMNS[method]
  if (user === undefined || column === undefined || user[column] === '') {
    throw new GatewayError('binding.missing', { method })
  }
  requireOtherWayIn(user, column)
  await updateUser(work.trx, user.id, { [column]: '', updated_at: work.clock.nowMs() })
  await recordAudit(work, {
    action: 'user.unbind',
    target: `user:${user.id}`,
    before: { [column]: user[column] },
    after: { [column]: '' },
  })
}

function requireOtherWayIn(user: UserRow, column: IdentityColumn): void {
  const others = Object.values(COLUMNS).filter((other) => other !== column)
  if (user.password_hash !== '' || others.some((other) => user[other] !== '')) return
  throw new GatewayError('value.invalid', { field: 'method', reason: 'reason.last_way_in' })
}
