import { findRedemption, type RedemptionRow } from '../../../db/tables/redemptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Queries, ServiceDeps } from '../service-deps'
import { type RedemptionView, toRedemptionView } from './view'

/** Throws `redemption.not_found`, also for a deleted one. */
export async function requireRedemption(queries: Queries, id: number): Promise<RedemptionRow> {
  const row = await findRedemption(queries, { id })
  if (row === undefined) {
    throw new GatewayError('redemption.not_found')
  }
  return row
}

export async function showRedemption(deps: ServiceDeps, id: number): Promise<RedemptionView> {
  return toRedemptionView(await requireRedemption(deps.db.reader, id))
}
