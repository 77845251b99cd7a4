import { findUserByIdentity, hasIdentity, setIdentity } from '../../../db/tables/identities'
import { provisionedUser } from '../../../db/tables/scim'
import type { UserRow } from '../../../db/tables/users'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import type { Identity, LoginMethod } from './provider'

/**
 * Somebody whom a directory has provisioned signs in for the first time, by a provider that is
 * said to be of the same people: known by its subject, or by the name that both use.
 */
export async function linkProvisioned(
  deps: ServiceDeps,
  actor: Actor,
  { method, identity }: { readonly method: LoginMethod; readonly identity: Identity },
): Promise<UserRow | undefined> {
  if (method.linksScim !== true) return undefined
  const { id: externalId, username, email } = identity
  return await transact(deps, actor, async (work) => {
    const names = [username, email].filter((name) => name !== '')
    const user = await provisionedUser(work.trx, { externalId, names })
    // Somebody else there has the account already.
    if (user === undefined || (await hasIdentity(work.trx, user, method.place))) return undefined
    const held = { userId: user.id, place: method.place, nowMs: work.clock.nowMs() }
    await setIdentity(work.trx, { ...held, identity: identity.id })
    await recordAudit(work, {
      action: 'user.bind',
      target: `user:${user.id}`,
      after: { [method.name]: identity.id },
    })
    return (await findUserByIdentity(work.trx, method.place, identity.id)) ?? user
  })
}
