import { insertAcceptance } from '../../../db/tables/terms'
import { findUser, updateUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { termsToAccept } from '../../domain/accounts/terms'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

/**
 * The user agrees to the terms in force. Throws `terms.changed` for any other version, and
 * `user.not_found`.
 */
export async function acceptTerms(deps: ServiceDeps, actor: Actor, version: string): Promise<void> {
  await transact(deps, actor, async (work) => {
    const inForce = termsToAccept(await optionValues(work.trx))
    if (inForce === '' || version !== inForce) throw new GatewayError('terms.changed')
    const user = await findUser(work.trx, actor.id)
    if (user === undefined) throw new GatewayError('user.not_found', { user: actor.id })
    if (user.terms_version !== version) await keepAcceptance(work, { userId: user.id, version })
  })
}

interface Acceptance {
  readonly userId: number
  readonly version: string
}

/** That a user has accepted a version, now. */
export async function keepAcceptance(work: Work, { userId, version }: Acceptance): Promise<void> {
  const { trx, clock } = work
  const nowMs = clock.nowMs()
  await insertAcceptance(trx, { user_id: userId, version, accepted_at: nowMs })
  const accepted = { terms_version: version, terms_accepted: nowSeconds(clock) }
  await updateUser(trx, userId, { ...accepted, updated_at: nowMs })
  await recordAudit(work, {
    action: 'user.accept_terms',
    target: `user:${userId}`,
    after: { terms_version: version },
  })
}
