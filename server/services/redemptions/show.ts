import { findRedemption, type RedemptionRow } from '../../../db/tables/redemptions'
import { userNames } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Queries, ServiceDeps } from '../service-deps'
import { type ListedRedemption, planNames } from './list'
import { toRedemptionView } from './view'

/** Throws `redemption.not_found`, also for a deleted one. */
export async function requireRedemption(queries: Queries, id: number): Promise<RedemptionRow> {
  const row = await findRedemption(queries, { id })
  if (row === undefined) {
    throw new GatewayError('redemption.not_found')
  }
  return row
}

export async function showRedemption(deps: ServiceDeps, id: number): Promise<ListedRedemption> {
  const { reader } = deps.db
  const row = await requireRedemption(reader, id)
  const names = row.used_user_id === 0 ? undefined : await userNames(reader, [row.used_user_id])
  const plans = await planNames(reader, [row])
  return {
    ...toRedemptionView(row),
    used_username: names?.get(row.used_user_id) ?? '',
    plan_name: plans.get(row.plan_id) ?? '',
  }
}
