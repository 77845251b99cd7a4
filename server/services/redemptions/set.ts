import { type RedemptionRow, updateRedemption } from '../../../db/tables/redemptions'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { changedColumns, type Edit, setColumnsOf } from '../../domain/nouns/noun-stored'
import { redemptionFields } from '../../domain/nouns/redemption'
import { canMove, REDEMPTION_STATUS, redemptionStatus, statusName } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { quotaOfCode, REDEMPTION_CHECKS } from './fields'
import { requireRedemption } from './show'
import { type RedemptionView, toRedemptionView } from './view'

/** What is absent stays as it is. */
export interface SetRedemptionInput extends Edit<typeof redemptionFields> {
  readonly id: number
  /** Enabled (1) or disabled (2); only redeeming makes a code used. */
  readonly status?: number | undefined
}

/**
 * Throws `redemption.used_is_final` for a used code, whatever is to be changed,
 * `redemption.quota_invalid` and `redemption.grants_plan`.
 */
export async function setRedemption(
  deps: ServiceDeps,
  actor: Actor,
  input: SetRedemptionInput,
): Promise<RedemptionView> {
  return await transact(deps, actor, async (work) => {
    const before = await requireRedemption(work.trx, input.id)
    const rules = { checks: REDEMPTION_CHECKS, nowSeconds: nowSeconds(deps.clock) }
    const { status } = input
    if (input.quota !== undefined) quotaOfCode(input.quota, before.plan_id)
    const change = {
      ...setColumnsOf(redemptionFields, before),
      ...changedColumns(redemptionFields, { before, input }, rules),
      status: status === undefined ? before.status : nextStatus(before, status),
    }
    const after =
      before.status === REDEMPTION_STATUS.used
        ? undefined
        : await updateRedemption(work.trx, before, change)
    // Somebody may have redeemed it since it was read.
    if (after === undefined) {
      throw new GatewayError('redemption.used_is_final')
    }
    await recordAudit(work, {
      action: 'redemption.set',
      target: `redemption:${before.id}`,
      before: { ...setColumnsOf(redemptionFields, before), status: before.status },
      after: change,
    })
    return toRedemptionView(after)
  })
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
