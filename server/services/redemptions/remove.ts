import { removeRedemption } from '../../../db/tables/redemptions'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { requireRedemption } from './show'

/** The row stays for the books; the code is gone from lists and can no longer be redeemed. */
export async function deleteRedemption(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  await transact(deps, actor, async (work) => {
    const { name, quota, status } = await requireRedemption(work.trx, id)
    await removeRedemption(work.trx, id, deps.clock.nowMs())
    await recordAudit(work, {
      action: 'redemption.delete',
      target: `redemption:${id}`,
      before: { name, quota, status },
    })
  })
}
