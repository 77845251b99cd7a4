/** Tells holders in time that their plan ends, or cannot renew. */
import { findPlan } from '../../../db/tables/plans'
import {
  type HeldSubscription,
  noteReminder,
  subscriptionsEnding,
} from '../../../db/tables/subscriptions'
import { findUser } from '../../../db/tables/users'
import { notifyOfPlan, type PlanNews } from '../notifications/plan-notice'
import { planTerms } from '../plans/plans'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { nextPrice } from './period'
import { isRenewedElsewhere } from './recurring'

const AT_ONCE = 200
const DAY_MS = 86_400_000
const MOST_AHEAD_MS = 3 * DAY_MS
/** Whoever holds a plan for a day knows that it ends. */
const SHORTEST_MS = 2 * DAY_MS

/** Once a period. Throws why the last notice failed, once all had their turn. */
export async function remindOfEnds(deps: ServiceDeps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  let failure: unknown
  let afterId = 0
  for (;;) {
    const query = { nowMs, untilMs: nowMs + MOST_AHEAD_MS, afterId, limit: AT_ONCE }
    const ending = await subscriptionsEnding(deps.db.reader, query)
    for (const row of ending) {
      await remindOf(deps, row).catch((error: unknown) => {
        failure = error
      })
    }
    if (ending.length < AT_ONCE) break
    afterId = ending.at(-1)?.id ?? afterId
  }
  if (failure !== undefined) throw failure
}

async function remindOf(deps: ServiceDeps, row: HeldSubscription): Promise<void> {
  const { id, user_id: userId, name, period_start, period_end } = row
  const nowMs = deps.clock.nowMs()
  const lengthMs = period_end - period_start
  // Half a week before the end of a week is early enough.
  const aheadMs = Math.min(MOST_AHEAD_MS, lengthMs / 2)
  if (lengthMs < SHORTEST_MS || period_end - nowMs > aheadMs) return
  const ending = await endingOf(deps, row)
  if (ending === undefined) return
  const { zone } = planTerms(row)
  const when = { atMs: period_end, zone, sinceMs: period_start }
  // Kept once whoever comes second, and noted only when it is kept: neither lost nor doubled.
  await notifyOfPlan(deps, { ...ending, id, userId, name, ...when })
  await transact(deps, SYSTEM_ACTOR, ({ trx }) => noteReminder(trx, row, nowMs))
}

/** `undefined` for one that will renew. */
async function endingOf(
  { db }: ServiceDeps,
  { renews, renewed_by, plan_id, source, price, user_id }: HeldSubscription,
): Promise<{ readonly news: PlanNews; readonly price: number } | undefined> {
  const plan = renews === 1 ? await findPlan(db.reader, plan_id) : undefined
  if (plan === undefined || plan.enabled === 0) return { news: 'ends', price: 0 }
  if (isRenewedElsewhere({ renewed_by })) return undefined
  const next = nextPrice({ source, price, renewed_by }, plan)
  const user = await findUser(db.reader, user_id)
  if (user === undefined || user.quota >= next) return undefined
  return { news: 'short', price: next }
}
