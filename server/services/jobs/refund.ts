import { clearJobCost, type JobTableName, jobOwner } from '../../../db/tables/job-costs'
import { post } from '../../../db/tables/ledger'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'

export interface RefundedJob {
  readonly id: string
  /** Credits that were given back. */
  readonly credits: number
}

const TABLES = { drawing: 'midjourneys', task: 'tasks' } as const satisfies Record<
  string,
  JobTableName
>

/**
 * Gives back what a finished job has cost, once. Throws `drawing.not_found`, `task.not_found` and
 * `job.not_charged`.
 */
export async function refundJob(
  deps: ServiceDeps,
  actor: Actor,
  { id, kind }: { readonly id: string; readonly kind: keyof typeof TABLES },
): Promise<RefundedJob> {
  return await transactDurably(deps, actor, async (work) => {
    const table = TABLES[kind]
    const owner = await jobOwner(work.trx, { table, id })
    if (owner === undefined) throw new GatewayError(`${kind}.not_found`)
    const credits = owner.isOver ? await clearJobCost(work.trx, { table, id }) : 0
    if (credits === 0) throw new GatewayError('job.not_charged')
    await giveBack(work, { id, kind, credits, ...owner })
    return { id, credits }
  })
}

interface Refund extends RefundedJob {
  readonly kind: keyof typeof TABLES
  readonly userId: number
  /** `undefined` for the console, and for one that is gone. */
  readonly tokenId: number | undefined
}

async function giveBack(work: MoneyWork, refund: Refund): Promise<void> {
  const { id, kind, credits, userId, tokenId } = refund
  const target = `${kind}:${id}`
  const booking = {
    kind: 'adjust',
    userId,
    userDelta: credits,
    reference: target,
    nowMs: work.clock.nowMs(),
  } as const
  const booked =
    (await post(work.trx, { ...booking, tokenId, tokenDelta: credits })) ??
    // A token that is deleted has no credits to come back to.
    (await post(work.trx, { ...booking, tokenDelta: 0 }))
  const user = await findUser(work.trx, userId)
  if (booked === undefined || user === undefined) {
    throw new GatewayError('user.not_found', { user: userId })
  }
  await recordLog(work, {
    type: 'system',
    user,
    quota: credits,
    told: { kind: 'job_refunded', params: { quota: credits } },
    aside: { by: work.actor.name },
  })
  await recordAudit(work, {
    action: `${kind}.refund`,
    target,
    before: { quota: credits },
    after: { quota: 0 },
  })
}
