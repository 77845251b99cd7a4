import { deleteLimit, findLimit } from '../../../db/tables/limits'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { LimitSetter } from '../../domain/limits/limit'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { requireSubject } from './subjects'

export interface RemoveLimitInput {
  readonly id: number
  /** Owners remove what owners have set. Admins remove either. */
  readonly by: LimitSetter
}

/** Throws `limit.not_found`, and what says that the subject is not the actor's to limit. */
export async function removeLimit(
  deps: ServiceDeps,
  actor: Actor,
  { id, by }: RemoveLimitInput,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const limit = await findLimit(work.trx, id)
    const isHidden = limit === undefined || (by === 'owner' && limit.setBy !== 'owner')
    if (isHidden) throw new GatewayError('limit.not_found', { limit: id })
    const { subject, key, kind, window, amount } = limit
    await requireSubject(work, by, { subject, key })
    await deleteLimit(work.trx, id)
    await recordAudit(work, {
      action: 'limit.delete',
      target: `${subject}:${key}`,
      before: { kind, window, amount },
    })
  })
}
