/** What time does to subscriptions: new periods, waits for money, ends. */

import { inCommits } from '../../../db/slices'
import { findPlan, type PlanRow } from '../../../db/tables/plans'
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
import { type NewsOfPlan, notifyOfPlan } from '../notifications/plan-notice'
import { planTerms } from '../plans/plans'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { beginNextPeriod, expireAllowance } from './period'
import { isRenewedElsewhere, mayBePaid } from './recurring'

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
  const news: NewsOfPlan[] = []
  let failure: unknown
  let afterId = 0
  for (;;) {
    const due = await subscriptionsDue(deps.db.reader, { nowMs, afterId, limit: AT_ONCE })
    for (const named of due) {
      try {
        const told = await renewOne(deps, named)
        if (told !== undefined) news.push(told)
      } catch (error) {
        failure = error
      }
    }
    if (due.length < AT_ONCE) break
    afterId = due.at(-1)?.id ?? afterId
  }
  const beforeMs = nowMs - WINDOWS_KEPT_MS
  await inCommits((limit) => deps.db.transaction((trx) => purgeWindows(trx, { beforeMs, limit })))
  // Nobody waits for the period because a mail server is slow.
  for (const told of news) {
    await notifyOfPlan(deps, told).catch((error: unknown) => {
      failure = error
    })
  }
  if (failure !== undefined) throw failure
}

async function renewOne(
  deps: ServiceDeps,
  { id, user_id }: Pick<SubscriptionColumns, 'id' | 'user_id'>,
): Promise<NewsOfPlan | undefined> {
  return await transactDurably(deps, SYSTEM_ACTOR, async (work) => {
    await lockHolder(work.trx, user_id)
    const row = await findSubscription(work.trx, id)
    return row && (await goOn(work, row))
  })
}

/** Resolves with what its holder is told. */
async function goOn(work: MoneyWork, row: HeldSubscription): Promise<NewsOfPlan | undefined> {
  if (row.state === 'ended') {
    await expireAllowance(work, row)
    return undefined
  }
  const nowMs = work.clock.nowMs()
  if (row.state !== 'active' || row.period_end > nowMs) return undefined
  if (row.deleted_at !== null) return await over(work, row, 'user_gone')
  const plan = row.renews === 1 ? await findPlan(work.trx, row.plan_id) : undefined
  if (row.renews === 0) return await over(work, row, reasonOfEnd(row))
  if (plan === undefined || plan.enabled === 0) return await over(work, row, 'plan_gone')
  if (isRenewedElsewhere(row)) {
    return (await mayBePaid(work, row)) ? undefined : await awaitMoney(work, row, plan)
  }
  const price = await beginNextPeriod(work, row, plan)
  if (price === undefined) return await awaitMoney(work, row, plan)
  await recordAudit(work, {
    action: 'subscription.renew',
    target: `subscription:${row.id}`,
    after: { plan: plan.name, price },
  })
  return undefined
}

/** A service that gives up on a card cancels what it charges for. */
function reasonOfEnd(row: HeldSubscription): string {
  return isRenewedElsewhere(row) && row.grace_until > 0 ? 'unpaid' : 'period_over'
}

async function awaitMoney(
  work: MoneyWork,
  row: HeldSubscription,
  plan: PlanRow,
): Promise<NewsOfPlan | undefined> {
  const nowMs = work.clock.nowMs()
  const isElsewhere = isRenewedElsewhere(row)
  const graceUntil =
    row.grace_until > 0 ? row.grace_until : row.period_end + row.grace_hours * HOUR_MS
  if (graceUntil <= nowMs) {
    await over(work, row, 'unpaid')
    return newsOf(row, plan, { news: isElsewhere ? 'ended_card' : 'ended_unpaid', atMs: nowMs })
  }
  if (row.grace_until > 0) return undefined
  await updateSubscription(work.trx, row, { grace_until: graceUntil })
  return newsOf(row, plan, { news: isElsewhere ? 'unpaid_card' : 'unpaid', atMs: graceUntil })
}

function newsOf(
  { id, user_id: userId, name, terms, period_start: sinceMs }: HeldSubscription,
  { price }: PlanRow,
  told: Pick<NewsOfPlan, 'news' | 'atMs'>,
): NewsOfPlan {
  return { ...told, id, userId, name, price, zone: planTerms({ terms }).zone, sinceMs }
}

async function over(work: MoneyWork, row: SubscriptionColumns, reason: string): Promise<undefined> {
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
