import { allPlans, type PlanRow } from '../../../db/tables/plans'
import { everySubscription, windowCounters } from '../../../db/tables/whole'
import type { ExportedPlan, ExportedSubscription } from '../../domain/export-plans'
import { windowId } from '../../domain/plans/subscription-account'
import { MOST_ALLOWANCES } from '../../domain/plans/terms'
import type { ServiceDeps } from '../service-deps'

export interface ExportedPlans {
  readonly plans: readonly ExportedPlan[]
  readonly subscriptions: readonly ExportedSubscription[]
}

/** Plans, and subscriptions that have not ended of the users who are exported. */
export async function exportedPlans(
  { db }: ServiceDeps,
  names: ReadonlyMap<number, string>,
): Promise<ExportedPlans> {
  const plans = await allPlans(db.lists)
  const held = await everySubscription(db.lists)
  const counters = await windowCounters(db.lists)
  const planNames = new Map(plans.map((plan) => [plan.id, plan.name]))
  const windowsOf = (id: number) =>
    Array.from({ length: MOST_ALLOWANCES }, (_, index) => index).flatMap((index) =>
      (counters.get(windowId(id, index)) ?? []).map((counter) => ({ index, ...counter })),
    )
  const subscriptions = held.flatMap((row): ExportedSubscription[] => {
    const { id, user_id, plan_id, state, ended_at, end_reason, reminded_at, ...rest } = row
    const { renewed_by, ...columns } = rest
    // The other gateway would take from the balance what a payment service goes on charging.
    const renews = renewed_by === 'balance' ? columns.renews : 0
    const username = names.get(user_id)
    if (username === undefined || state === 'ended') return []
    const plan = planNames.get(plan_id) ?? ''
    return [{ ...columns, renews, state, username, plan, windows: windowsOf(id) }]
  })
  return { plans: plans.map(planOf), subscriptions }
}

function planOf({ id, created_at, updated_at, ...plan }: PlanRow): ExportedPlan {
  return plan
}
