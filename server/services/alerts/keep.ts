/** Administrators write, change, switch, silence and remove alert rules. */
import {
  type AlertRuleColumns,
  type AlertRuleRow,
  countAlertRules,
  deleteAlertRule,
  findAlertRule,
  insertAlertRule,
  updateAlertRule,
} from '../../../db/tables/alert-rules'
import { endAlertsOf } from '../../../db/tables/alert-states'
import { nowSeconds } from '../../clock'
import { isAdmin } from '../../domain/accounts/roles'
import { BUILT_IN_RULES } from '../../domain/alerts/built-in'
import { checkedRule } from '../../domain/alerts/checked-rule'
import type { AlertRuleFields, AlertRuleInput } from '../../domain/alerts/rule'
import { GatewayError } from '../../domain/errors/gateway-error'
import { DAY } from '../../domain/logs/rollups'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { followWithIncident } from './incident'
import { type AlertRuleView, fieldsOf, requireAlertRule, showAlertRule } from './rule-view'
import { subjectKey } from './subjects'

const MOST_RULES = 200
const LONGEST_SILENCE_S = 366 * DAY

/** Throws `value.invalid`, `value.too_long`, `value.out_of_range`. */
export async function createAlertRule(
  deps: ServiceDeps,
  actor: Actor,
  input: AlertRuleInput,
): Promise<AlertRuleView> {
  requireAdmin(actor)
  const fields = await keyed(deps, checkedRule(input))
  const id = await transact(deps, actor, async (work) => {
    await requireFreeName(work, fields.name)
    if ((await countAlertRules(work.trx)) >= MOST_RULES) {
      throw new GatewayError('value.out_of_range', { field: 'id', min: 0, max: MOST_RULES })
    }
    const nowMs = work.clock.nowMs()
    const times = { created_at: nowMs, updated_at: nowMs }
    const made = await insertAlertRule(work.trx, { ...columnsOf(fields), ...times })
    await record(work, 'create', { id: made, after: fields })
    return made
  })
  return await showAlertRule(deps, id)
}

/** What is not given stays. Throws `alert.not_found` and as `createAlertRule`. */
export async function changeAlertRule(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...input }: AlertRuleInput & { readonly id: string | number },
): Promise<AlertRuleView> {
  requireAdmin(actor)
  const row = await requireAlertRule(deps.db.reader, id)
  const before = fieldsOf(row)
  const fields = await keyed(deps, checkedRule(input, before))
  requireOwnPlace(row, fields)
  await transact(deps, actor, async (work) => {
    if (fields.name !== before.name) await requireFreeName(work, fields.name)
    const change = { ...columnsOf(fields), updated_at: work.clock.nowMs(), checked_at: 0 }
    await updateAlertRule(work.trx, row.id, change)
    if (!isSameWatch(before, fields)) await endAlerts(work, row)
    else if (fields.opens_incident && !before.opens_incident) {
      await followWithIncident(work, { ...row, ...fields, opens_incident: 1 }, { hasFired: true })
    }
    await record(work, 'set', { id: row.id, before, after: fields })
  })
  return await showAlertRule(deps, row.id)
}

/** One that comes with the program is as it came. Throws `alert.not_found`. */
export async function removeAlertRule(
  deps: ServiceDeps,
  actor: Actor,
  id: string | number,
): Promise<void> {
  requireAdmin(actor)
  await transact(deps, actor, async (work) => {
    const row = await requireAlertRule(work.trx, id)
    const shipped = BUILT_IN_RULES.get(row.built_in)
    if (shipped === undefined) await deleteAlertRule(work.trx, row.id)
    else {
      const times = { updated_at: work.clock.nowMs(), silenced_until: 0 }
      await updateAlertRule(work.trx, row.id, { ...columnsOf(shipped), ...times })
    }
    if (shipped === undefined || row.enabled === 0) await endAlerts(work, row)
    await record(work, 'delete', { id: row.id, before: fieldsOf(row) })
  })
}

export interface SilenceInput {
  readonly id: string | number
  /** Epoch seconds; 0, and what is past, ends the silence. */
  readonly until: number
}

/** Nobody is notified of the rule until then. Throws `alert.not_found`, `value.out_of_range`. */
export async function silenceAlertRule(
  deps: ServiceDeps,
  actor: Actor,
  { id, until }: SilenceInput,
): Promise<AlertRuleView> {
  requireAdmin(actor)
  const now = nowSeconds(deps.clock)
  const max = now + LONGEST_SILENCE_S
  if (until > max) throw new GatewayError('value.out_of_range', { field: 'until', min: 0, max })
  const row = await requireAlertRule(deps.db.reader, id)
  const silenced_until = until > now ? until : 0
  await transact(deps, actor, async (work) => {
    await updateAlertRule(work.trx, row.id, { silenced_until })
    await recordAudit(work, {
      action: 'alert.silence',
      target: `alert:${row.id}`,
      before: { silenced_until: row.silenced_until },
      after: { silenced_until },
    })
  })
  return await showAlertRule(deps, row.id)
}

/** Nothing of the rule fires any more, nor is an incident of it open. */
async function endAlerts(work: Work, rule: AlertRuleRow): Promise<void> {
  await endAlertsOf(work.trx, rule.id, nowSeconds(work.clock))
  await followWithIncident(work, rule, { hasFired: false })
}

function requireAdmin({ role }: Actor): void {
  if (!isAdmin(role)) throw new GatewayError('permission.denied')
}

async function keyed(deps: ServiceDeps, fields: AlertRuleFields): Promise<AlertRuleFields> {
  return { ...fields, subject: await subjectKey(deps, fields) }
}

/** The overview knows a rule of its own by name, and looks everywhere. */
function requireOwnPlace({ built_in }: AlertRuleRow, fields: AlertRuleFields): void {
  const own = BUILT_IN_RULES.get(built_in)
  const fixed = ['name', 'measure', 'scope', 'subject'] as const
  const field = own && fixed.find((name) => fields[name] !== own[name])
  if (field !== undefined)
    throw new GatewayError('value.invalid', { field, reason: 'reason.not_allowed' })
}

async function requireFreeName({ trx }: Work, name: string): Promise<void> {
  if ((await findAlertRule(trx, { name })) === undefined) return
  throw new GatewayError('value.invalid', { field: 'name', reason: 'reason.in_use' })
}

/** Whether it goes on watching the same, so that what fires goes on firing. */
function isSameWatch(before: AlertRuleFields, after: AlertRuleFields): boolean {
  const names = ['measure', 'scope', 'subject', 'comparison'] as const
  return after.enabled && names.every((name) => before[name] === after[name])
}

function columnsOf(rule: AlertRuleFields): AlertRuleColumns {
  const { enabled, notify, opens_incident, ...fields } = rule
  const flags = { enabled: bit(enabled), notify: bit(notify), opens_incident: bit(opens_incident) }
  return { ...fields, ...flags }
}

function bit(flag: boolean): 0 | 1 {
  return flag ? 1 : 0
}

interface RuleFacts {
  readonly id: number
  readonly before?: AlertRuleFields
  readonly after?: AlertRuleFields
}

async function record(
  work: Work,
  verb: 'create' | 'set' | 'delete',
  { id, before, after }: RuleFacts,
): Promise<void> {
  await recordAudit(work, {
    action: `alert.${verb}`,
    target: `alert:${id}`,
    before: before && { ...before },
    after: after && { ...after },
  })
}
