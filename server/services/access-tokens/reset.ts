import { deleteAccessTokens, insertAccessToken } from '../../../db/tables/access-tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageablePerson } from '../users/guards'
import { transact, type Work } from '../work'

const TOKEN_LENGTH = 32
/** Each user may have one, without a name. */
const SYSTEM = 'system'

/** Whose token it is; throws when the actor may not touch it. */
type FindOwner = (work: Work) => Promise<number>

const oneself: FindOwner = async ({ actor }) => actor.id
const another =
  (userId: number): FindOwner =>
  async (work) =>
    (await manageablePerson(work, userId)).id

/** Replaces the actor's system access token. Only its hash is stored: this shows it once. */
export async function resetAccessToken(deps: ServiceDeps, actor: Actor): Promise<string> {
  return await replaced(deps, actor, oneself)
}

/** The same for a user whom the actor outranks. */
export async function resetAccessTokenOf(
  deps: ServiceDeps,
  actor: Actor,
  userId: number,
): Promise<string> {
  return await replaced(deps, actor, another(userId))
}

/** Throws `access_token.not_found` when the actor has none. */
export async function removeAccessToken(deps: ServiceDeps, actor: Actor): Promise<void> {
  await removed(deps, actor, oneself)
}

/** The same for a user whom the actor outranks. */
export async function removeAccessTokenOf(
  deps: ServiceDeps,
  actor: Actor,
  userId: number,
): Promise<void> {
  await removed(deps, actor, another(userId))
}

async function replaced(deps: ServiceDeps, actor: Actor, owner: FindOwner): Promise<string> {
  const token = deps.random.text(TOKEN_LENGTH, ALPHANUMERIC)
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    const user_id = await owner(work)
    await deleteAccessTokens(trx, { userId: user_id, kind: SYSTEM })
    const id = await insertAccessToken(trx, {
      user_id,
      name: SYSTEM,
      token_hash: hashKey(token),
      created_at: clock.nowMs(),
      last_used_at: null,
      expires_at: null,
    })
    await recordAudit(work, {
      action: 'access_token.reset',
      target: `access_token:${id}`,
      after: { user_id },
    })
  })
  return token
}

async function removed(deps: ServiceDeps, actor: Actor, owner: FindOwner): Promise<void> {
  await transact(deps, actor, async (work) => {
    const userId = await owner(work)
    const gone = await deleteAccessTokens(work.trx, { userId, kind: SYSTEM })
    if (gone.length === 0) throw new GatewayError('access_token.not_found')
    await recordAudit(work, { action: 'access_token.remove', target: `user:${userId}` })
  })
}
