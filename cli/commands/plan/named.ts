import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { Services } from '../../../server/services/create-services'
import type { PlanView } from '../../../server/services/plans/plans'

export const PLAN_ARGUMENT = { name: 'plan', summary: 'id or name of the plan' } as const

/** By id or name; throws `plan.not_found`. */
export async function planNamed({ plans }: Services, given: string): Promise<PlanView> {
  const all = await plans.list()
  const plan = all.find(({ id, name }) => String(id) === given || name === given)
  if (plan === undefined) throw new GatewayError('plan.not_found')
  return plan
}
