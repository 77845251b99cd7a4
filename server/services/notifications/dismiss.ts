import { dismissNotice, findNotice } from '../../../db/tables/outbox'
import { GatewayError } from '../../domain/errors/gateway-error'
import { canDismissNotice } from '../../domain/notice-retry'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

/**
 * Lets a notice that has not arrived rest: it is not tried again, unless somebody sends it by
 * hand. Throws `notice.not_found`, and `notice.not_dismissed` for what has arrived or is being
 * sent.
 */
export async function dismiss(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<{ readonly id: number }> {
  await transact(deps, actor, async (work) => {
    const notice = await findNotice(work.trx, id)
    if (notice === undefined) throw new GatewayError('notice.not_found', { id })
    const isDone =
      canDismissNotice(notice) && (await dismissNotice(work.trx, notice, work.clock.nowMs()))
    if (!isDone) throw new GatewayError('notice.not_dismissed')
    await recordAudit(work, { action: 'notice.dismiss', target: `notice:${id}` })
  })
  return { id }
}
