/** Rules as lists show them: with how they do. */
import { type AlertRuleRow, allAlertRules, findAlertRule } from '../../../db/tables/alert-rules'
import { type AlertStateRow, alertStates } from '../../../db/tables/alert-states'
import type { AlertRuleFields } from '../../domain/alerts/rule'
import type { AlertStateName } from '../../domain/alerts/state'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Queries, ServiceDeps } from '../service-deps'
import { subjectNames } from './subjects'

/** A subject that is not ok. */
export interface AlertSubjectView {
  readonly subject: string
  readonly name: string
  readonly state: 'pending' | 'firing'
  readonly value: number
  readonly peak: number
  /** Epoch seconds. */
  readonly since: number
}

export interface AlertRuleView extends AlertRuleFields {
  readonly id: number
  /** It comes with the program; people read a text instead of its name. */
  readonly built_in: boolean
  /** What people call the subject; "" for each one. */
  readonly subject_name: string
  readonly state: AlertStateName
  /** Epoch seconds, as the next two; 0 for ok. */
  readonly since: number
  /** When it was looked at last; 0 for never. */
  readonly checked_at: number
  /** 0 for not at all. */
  readonly silenced_until: number
  /** The worst value of then; `null` for none. */
  readonly value: number | null
  readonly subjects: readonly AlertSubjectView[]
}

export async function listAlertRules(deps: ServiceDeps): Promise<readonly AlertRuleView[]> {
  const { lists } = deps.db
  const [rules, states] = [await allAlertRules(lists), await alertStates(lists)]
  return await viewsOf(deps, rules, states)
}

/** By id, or by name. Throws `alert.not_found`. */
export async function showAlertRule(
  deps: ServiceDeps,
  wanted: string | number,
): Promise<AlertRuleView> {
  const rule = await requireAlertRule(deps.db.reader, wanted)
  const states = await alertStates(deps.db.reader, rule.id)
  const [view] = await viewsOf(deps, [rule], states)
  if (view === undefined) throw new GatewayError('alert.not_found', { alert: wanted })
  return view
}

/** Throws `alert.not_found`. */
export async function requireAlertRule(
  reader: Queries,
  wanted: string | number,
): Promise<AlertRuleRow> {
  const text = String(wanted)
  const named = await findAlertRule(reader, { name: text })
  const isId = /^\d{1,15}$/.test(text)
  const found = named ?? (isId ? await findAlertRule(reader, { id: Number(text) }) : undefined)
  if (found === undefined) throw new GatewayError('alert.not_found', { alert: wanted })
  return found
}

async function viewsOf(
  deps: ServiceDeps,
  rules: readonly AlertRuleRow[],
  states: readonly AlertStateRow[],
): Promise<readonly AlertRuleView[]> {
  const byRule = Map.groupBy(states, ({ rule_id }) => rule_id)
  const views: AlertRuleView[] = []
  for (const rule of rules) {
    const { scope, subject } = rule
    const names = subject === '' ? undefined : await subjectNames(deps, scope, [subject])
    views.push(viewOf(rule, byRule.get(rule.id) ?? [], names?.get(subject) ?? subject))
  }
  return views
}

function viewOf(
  rule: AlertRuleRow,
  states: readonly AlertStateRow[],
  subject_name: string,
): AlertRuleView {
  const firing = states.filter(({ state }) => state === 'firing')
  const [worst] = firing.length > 0 ? firing : states
  return {
    id: rule.id,
    built_in: rule.built_in !== '',
    ...fieldsOf(rule),
    subject_name,
    state: worst?.state ?? 'ok',
    since: worst?.since_at ?? 0,
    checked_at: rule.checked_at,
    silenced_until: rule.silenced_until,
    value: rule.value,
    subjects: [...firing, ...states.filter(({ state }) => state === 'pending')].map(
      ({ subject, name, state, value, peak, since_at: since }) => {
        return { subject, name, state, value, peak, since }
      },
    ),
  }
}

export function fieldsOf(rule: AlertRuleRow): AlertRuleFields {
  const { name, measure, scope, subject, comparison, threshold, window_s, for_s } = rule
  const { min_calls, severity, enabled, notify, renotify_s, opens_incident } = rule
  return {
    ...{ name, measure, scope, subject, comparison, threshold, window_s, for_s, min_calls },
    ...{ severity, enabled: enabled === 1, notify: notify === 1, renotify_s },
    opens_incident: opens_incident === 1,
  }
}
