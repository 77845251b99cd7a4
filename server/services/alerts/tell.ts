/**
 * Reports what fires and what is over, out of what is written of it. The news carry the numbers of
 * their firings, by which the outbox knows news that it has already.
 */
import { type AlertRuleRow, allAlertRules } from '../../../db/tables/alert-rules'
import {
  type AlertFiringRow,
  noteAlertNotices,
  noteAlertRecoveries,
  openAlertFirings,
} from '../../../db/tables/alert-states'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { MINUTE } from '../../domain/logs/rollups'
import { notifyOfAlert } from '../notifications/alert-notice'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'

const MOST_OPEN = 1000
const NOBODY = -1

/** Throws why something could not be sent; what is in the outbox is tried again from there. */
export async function tellOfAlerts(deps: ServiceDeps): Promise<void> {
  const open = await openAlertFirings(deps.db.reader, MOST_OPEN)
  if (open.length === 0) return
  const rules = new Map((await allAlertRules(deps.db.reader)).map((rule) => [rule.id, rule]))
  const byRule = Map.groupBy(open, ({ rule_id }) => rule_id)
  const sent = [...byRule].map(([id, firings]) => tellOfRule(deps, rules.get(id), firings))
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function tellOfRule(
  deps: ServiceDeps,
  rule: AlertRuleRow | undefined,
  firings: readonly AlertFiringRow[],
): Promise<void> {
  const now = nowSeconds(deps.clock)
  const over = firings.filter(({ until_at }) => until_at > 0)
  if (rule === undefined || rule.notify === 0) {
    if (over.length > 0) await note(deps, noteAlertRecoveries, { firings: over, at: NOBODY })
    return
  }
  if (rule.silenced_until > now) return
  const firing = firings.filter(({ until_at }) => until_at === 0)
  const { renotify_s } = rule
  const due = firing.filter(({ notified_at }) => {
    return notified_at === 0 || (renotify_s > 0 && notified_at <= now - renotify_s)
  })
  let failure: unknown
  if (due.length > 0) {
    failure = await tell(deps, rule, { firings: due, stillFiring: firing.length })
    await note(deps, noteAlertNotices, { firings: due, at: now })
  }
  if (over.length > 0) {
    const failed = await tell(deps, rule, {
      firings: over,
      stillFiring: firing.length,
      isOver: true,
    })
    failure ??= failed
    await note(deps, noteAlertRecoveries, { firings: over, at: now })
  }
  if (failure !== undefined) throw failure
}

interface News {
  readonly firings: readonly AlertFiringRow[]
  readonly stillFiring: number
  readonly isOver?: boolean
}

/** Returns why the first attempt failed: the outbox has it, and tries again. */
async function tell(
  deps: ServiceDeps,
  rule: AlertRuleRow,
  { firings, stillFiring, isOver = false }: News,
): Promise<unknown> {
  const ids = firings.map(({ id }) => id)
  const notices = firings.reduce((sum, each) => sum + each.notices, 0)
  const spans = firings.map(({ from_at, until_at }) => until_at - from_at)
  try {
    await notifyOfAlert(deps, {
      isOver,
      stillFiring,
      key: [isOver ? 'over' : 'firing', ids.at(0), ids.at(-1), ids.length, notices].join('_'),
      ruleId: rule.id,
      ruleName: rule.name,
      isBuiltIn: rule.built_in !== '',
      measure: rule.measure,
      severity: rule.severity,
      threshold: rule.threshold,
      subjects: firings.map(({ name, value, peak }) => ({ name, value: isOver ? peak : value })),
      minutes: Math.max(1, Math.round(Math.max(...spans) / MINUTE)),
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return error
  }
  return undefined
}

async function note(
  deps: ServiceDeps,
  write: typeof noteAlertNotices,
  { firings, at }: { readonly firings: readonly AlertFiringRow[]; readonly at: number },
): Promise<void> {
  const ids = firings.map(({ id }) => id)
  await transact(deps, SYSTEM_ACTOR, ({ trx }) => write(trx, ids, at))
}
