import { nowSeconds } from '../../clock'
import { USAGE_WINDOWS, type UsageWindow } from '../../domain/usage/explore'
import type { ServiceDeps } from '../service-deps'
import { type SpendParts, spendParts } from '../usage/spend-parts'

export interface SpendInput {
  readonly organisationId: number
  readonly window: UsageWindow
}

export interface OrganisationSpend extends SpendParts {
  /** Epoch seconds. */
  readonly from: number
  readonly to: number
}

/** What an organisation has spent, by member, project and tag. */
export async function organisationSpend(
  { db, clock }: ServiceDeps,
  { organisationId: userId, window }: SpendInput,
): Promise<OrganisationSpend> {
  const { step, bucket, count } = USAGE_WINDOWS[window]
  const now = nowSeconds(clock)
  const to = now - (now % bucket) + bucket
  const span = { step, from: to - count * bucket, to }
  const parts = await spendParts(db.lists, { ...span, userId })
  return { from: span.from, to, ...parts }
}
