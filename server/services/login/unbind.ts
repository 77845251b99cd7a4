import {
  type IdentityColumn,
  type IdentityPlace,
  identitiesOf,
  setIdentity,
} from '../../../db/tables/identities'
import { findUser, type UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type Confirmation, confirmIdentity } from '../sessions/confirm'
import { manageableUser } from '../users/guards'
import { transact, type Work } from '../work'

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

/** At identity providers that were added; the services with a column stand in the account. */
export async function boundIdentities(
  { db }: ServiceDeps,
  userId: number,
): Promise<readonly { readonly slug: string; readonly name: string; readonly subject: string }[]> {
  const rows = await identitiesOf(db.reader, userId)
  return rows.map(({ slug, name, subject }) => ({ slug, name, subject }))
}

async function unbinding(work: Work, user: UserRow | undefined, method: string): Promise<void> {
  if (user === undefined) throw new GatewayError('binding.missing', { method })
  const ways = await waysIn(work, user)
  const way = ways.find(({ name }) => name === method)
  if (way === undefined) throw new GatewayError('binding.missing', { method })
  if (user.password_hash === '' && ways.length === 1) {
    throw new GatewayError('value.invalid', { field: 'method', reason: 'reason.last_way_in' })
  }
  const { place, identity } = way
  const held = { userId: user.id, place, nowMs: work.clock.nowMs() }
  await setIdentity(work.trx, { ...held, identity: '' })
  const field = typeof place === 'number' ? method : place
  await recordAudit(work, {
    action: 'user.unbind',
    target: `user:${user.id}`,
    before: { [field]: identity },
    after: { [field]: '' },
  })
}

interface WayIn {
  readonly name: string
  readonly place: IdentityPlace
  readonly identity: string
}

/** Other than the password. */
async function waysIn({ trx }: Work, user: UserRow): Promise<readonly WayIn[]> {
  const columns = Object.entries(COLUMNS).map(([name, place]) => ({
    name,
    place,
    identity: user[place],
  }))
  const rows = (await identitiesOf(trx, user.id)).map(({ slug, provider_id, subject }) => ({
    name: slug,
    place: provider_id,
    identity: subject,
  }))
  return [...columns.filter(({ identity }) => identity !== ''), ...rows]
}
