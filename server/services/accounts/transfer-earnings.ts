import { takeEarnings } from '../../../db/tables/invites'
import { post } from '../../../db/tables/ledger'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { formatQuota } from '../../domain/money/quota'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably } from '../work'
import { logGrant } from './grants'

/**
 * Moves invite earnings of the actor into the balance. `amount` in credits, at least one unit.
 * Throws `transfer.too_small` or `transfer.too_large`.
 */
export async function transferEarnings(
  deps: ServiceDeps,
  actor: Actor,
  amount: number,
): Promise<void> {
  await transactDurably(deps, actor, async (work) => {
    const { trx, clock } = work
    const options = await optionValues(trx)
    const shown = (quota: number) =>
      formatQuota(quota, options.QuotaPerUnit, options.DisplayInCurrencyEnabled)
    if (!Number.isSafeInteger(amount) || amount < options.QuotaPerUnit || amount < 1) {
      throw new GatewayError('transfer.too_small', { min: shown(options.QuotaPerUnit) })
    }
    const user = await findUser(trx, actor.id)
    if (user === undefined) throw new GatewayError('user.not_found', { user: actor.id })
    if (!(await takeEarnings(trx, user.id, amount))) {
      throw new GatewayError('transfer.too_large', { balance: shown(user.aff_quota) })
    }
    const reference = await recordAudit(work, {
      action: 'user.transfer_earnings',
      target: `user:${user.id}`,
      before: { aff_quota: user.aff_quota },
      after: { aff_quota: user.aff_quota - amount },
    })
    const [userDelta, nowMs] = [amount, clock.nowMs()]
    await post(trx, {
      kind: 'transfer',
      userId: user.id,
      userDelta,
      tokenDelta: 0,
      reference,
      nowMs,
    })
    await logGrant(work, { user, amount, kind: 'transferred' })
  })
}
