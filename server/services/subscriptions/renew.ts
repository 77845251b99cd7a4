/** What time does to subscriptions: new periods, waits for money, ends. */

import { inCommits } from '../../../db/slices'
import { findPlan } from '../../../db/tables/plans'
import {
  findSubscription,
  type HeldSubscription,
  lockHolder,
  purgeWindows,
  type SubscriptionColumns,
  subscriptionsDue,
  updateSubscription,
} from '../../../db/tables/subscriptions'
import { recordAudit } from '../audit/record'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { beginNextPeriod, expireAllowance } from './period'

const AT_ONCE = 200
const HOUR_MS = 3_600_000
/** After this nobody asks for the counter of a window any more. */
const WINDOWS_KEPT_MS = 400 * 24 * HOUR_MS

/**
 * Each in a transaction of its own, so that one that fails keeps nobody else waiting. Throws why
 * the last one did, once all had their turn.
 */
export async function renewSubscriptions(deps: ServiceDeps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  let failure: unknown
  let afterId = 0
  for (;;) {
    const due = await subscriptionsDue(deps.db.reader, { nowMs, afterId, limit: AT_ONCE })
    for (const named of due) {
      await renewOne(deps, named).catch((error: unknown) => {
        failure = error
      })
    }
    if (due.length < AT_ONCE) break
    afterId = due.at(-1)?.id ?? afterId
  }
  const beforeMs = nowMs - WINDOWS_KEPT_MS
  await inCommits((limit) => deps.db.transaction((trx) => purgeWindows(trx, { beforeMs, limit })))
  if (failure !== undefined) throw failure
}

async function renewOne(
  deps: ServiceDeps,
  { id, user_id }: Pick<SubscriptionColumns, 'id' | 'user_id'>,
): Promise<void> {
  await transactDurably(deps, SYSTEM_ACTOR, async (work) => {
    await lockHolder(work.trx, user_id)
    const row = await findSubscription(work.trx, id)
    if (row !== undefined) await goOn(work, row)
  })
}

async function goOn(work: MoneyWork, row: HeldSubscription): Promise<void> {
  if (row.state === 'ended') return await expireAllowance(work, row)
  const nowMs = work.clock.nowMs()
  if (row.state !== 'active' || row.period_end > nowMs) return
  if (row.deleted_at !== null) return await over(work, row, 'user_gone')
  const plan = row.renews === 1 ? await findPlan(work.trx, row.plan_id) : undefined
  if (row.renews === 0) return await over(work, row, 'period_over')
  if (plan === undefined || plan.enabled === 0) return await over(work, row, 'plan_gone')
  const price = await beginNextPeriod(work, row, plan)
  if (price !== undefined) {
    await recordAudit(work, {
      action: 'subscription.renew',
      target: `subscription:${row.id}`,
      after: { plan: plan.name, price },
    })
    return
  }
  const graceUntil =
    row.grace_until > 0 ? row.grace_until : row.period_end + row.grace_hours * HOUR_MS
  if (graceUntil <= nowMs) return await over(work, row, 'unpaid')
  if (row.grace_until === 0) await updateSubscription(work.trx, row, { grace_until: graceUntil })
}

async function over(work: MoneyWork, row: SubscriptionColumns, reason: string): Promise<void> {
  await expireAllowance(work, row)
  await updateSubscription(work.trx, row, {
    state: 'ended',
    ended_at: work.clock.nowMs(),
    end_reason: reason,
  })
  await recordAudit(work, {
    action: 'subscription.end',
    target: `subscription:${row.id}`,
    after: { plan: row.name, reason },
  })
}
