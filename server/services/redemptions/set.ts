import { type RedemptionRow, updateRedemption } from '../../../db/tables/redemptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { canMove, REDEMPTION_STATUS, redemptionStatus, statusName } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { redemptionName, redemptionQuota } from './fields'
import { requireRedemption } from './show'
import { type RedemptionView, toRedemptionView } from './view'

export interface SetRedemptionInput {
  readonly id: number
  /** What is absent stays as it is. */
  readonly name?: string | undefined
  readonly quota?: number | undefined
  /** Enabled (1) or disabled (2); only redeeming makes a code used. */
  readonly status?: number | undefined
}

/** Throws `redemption.used_is_final` for a used code, whatever is to be changed. */
export async function setRedemption(
  deps: ServiceDeps,
  actor: Actor,
  input: SetRedemptionInput,
): Promise<RedemptionView> {
  return await transact(deps, actor, async (work) => {
    const before = await requireRedemption(work.trx, input.id)
    const change = {
      // Forms send back what they were given, which may be older than today's rules.
      name: fresh(input.name, before.name) ? redemptionName(input.name) : before.name,
      quota: fresh(input.quota, before.quota) ? redemptionQuota(input.quota) : before.quota,
      status: input.status === undefined ? before.status : nextStatus(before, input.status),
    }
    const after =
      before.status === REDEMPTION_STATUS.used
        ? undefined
        : await updateRedemption(work.trx, before, change)
    // Somebody may have redeemed it since it was read.
    if (after === undefined) {
      throw new GatewayError('redemption.used_is_final')
    }
    const { name, quota, status } = before
    await recordAudit(work, {
      action: 'redemption.set',
      target: `redemption:${before.id}`,
      before: { name, quota, status },
      after: change,
    })
    return toRedemptionView(after)
  })
}

function fresh<Value>(given: Value | undefined, stored: Value): given is Value {
  return given !== undefined && given !== stored
}

function nextStatus(before: RedemptionRow, wanted: number): number {
  if (before.status === REDEMPTION_STATUS.used) {
    throw new GatewayError('redemption.used_is_final')
  }
  const isUsed = wanted === REDEMPTION_STATUS.used
  if (wanted === before.status || (canMove(redemptionStatus, before.status, wanted) && !isUsed)) {
    return wanted
  }
  const name = statusName(redemptionStatus, wanted) ?? wanted
  throw new GatewayError('value.invalid', { field: 'status', reason: name })
}
