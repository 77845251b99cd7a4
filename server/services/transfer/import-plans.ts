import { findPlanByName, insertPlan, type PlanRow, updatePlan } from '../../../db/tables/plans'
import {
  insertSubscription,
  isHeldSince,
  lockHolder,
  postAllowance,
} from '../../../db/tables/subscriptions'
import { findUserByName } from '../../../db/tables/users'
import { insertWindowCounter } from '../../../db/tables/whole'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ExportedPlan, ExportedSubscription } from '../../domain/export-plans'
import { windowId } from '../../domain/plans/subscription-account'
import { readTerms } from '../../domain/plans/terms'
import { recordAudit } from '../audit/record'
import { type ImportNote, type ImportRun, located } from './import-run'

/** Known by their names. */
export async function importPlans(run: ImportRun, plans: readonly ExportedPlan[]): Promise<void> {
  for (const [index, plan] of plans.entries()) {
    await located(`plans[${index}] (${plan.name})`, () => importPlan(run, plan))
  }
}

async function importPlan({ work, ...run }: ImportRun, plan: ExportedPlan): Promise<void> {
  const { trx } = work
  const { name } = plan
  requireTerms(plan)
  const before = await findPlanByName(trx, name)
  if (before !== undefined && !run.update) return run.report({ noun: 'plan', name, note: 'exists' })
  const columns = { ...plan, updated_at: run.nowMs }
  const after: Pick<PlanRow, 'id'> =
    before ?? (await insertPlan(trx, { ...columns, created_at: run.nowMs }))
  if (before !== undefined) await updatePlan(trx, before.id, columns)
  const action = before === undefined ? 'create' : 'update'
  await recordAudit(work, {
    action: before === undefined ? 'plan.create' : 'plan.set',
    target: `plan:${after.id}`,
    after: plan,
  })
  run.report({ noun: 'plan', name, id: after.id, action })
}

/** After users and plans. One that its holder has since the same instant is there already. */
export async function importSubscriptions(
  run: ImportRun,
  rows: readonly ExportedSubscription[],
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const place = `subscriptions[${index}] (${row.username}, ${row.name})`
    await located(place, () => importSubscription(run, row))
  }
}

async function importSubscription(
  { work, report, nowMs }: ImportRun,
  { username, plan, windows, remain, ...columns }: ExportedSubscription,
): Promise<void> {
  const { trx } = work
  const name = `${username}: ${columns.name}`
  const skip = (note: ImportNote) => report({ noun: 'subscription', name, note })
  requireTerms(columns)
  const user = await findUserByName(trx, username.trim())
  if (user === undefined || user.deleted_at !== null) return skip('owner_missing')
  await lockHolder(trx, user.id)
  const { created_at: sinceMs } = columns
  const held = await isHeldSince(trx, { userId: user.id, name: columns.name, sinceMs })
  if (held) return skip('exists')
  const planId = plan === '' ? undefined : (await findPlanByName(trx, plan))?.id
  const { id } = await insertSubscription(trx, {
    ...columns,
    user_id: user.id,
    plan_id: planId ?? 0,
    ...{ remain: 0, ended_at: 0, end_reason: '' },
  })
  await postAllowance(trx, { id, userId: user.id, delta: remain, nowMs })
  for (const { index, start_at, used } of windows) {
    await insertWindowCounter(trx, { limit_id: windowId(id, index), start_at, used })
  }
  await recordAudit(work, {
    action: 'subscription.grant',
    target: `subscription:${id}`,
    after: { user_id: user.id, plan: columns.name, renews: columns.renews === 1 },
  })
  report({ noun: 'subscription', name, id, action: 'create' })
}

function requireTerms({ terms }: Pick<ExportedPlan, 'terms'>): void {
  if (readTerms(terms) !== undefined) return
  throw new GatewayError('value.invalid', {
    field: 'terms',
    reason: 'reason.wrong_shape',
    place: 'terms',
  })
}
