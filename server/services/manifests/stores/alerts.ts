import { BUILT_IN_RULES } from '../../../domain/alerts/built-in'
import type { AlertRuleFields } from '../../../domain/alerts/rule'
import { alertInput, alertValues } from '../../../domain/manifest/alert-section'
import { isSameValue } from '../../../domain/manifest/fields'
import type { PlannedItem, StoredItem } from '../../../domain/manifest/plan'
import { changeAlertRule, createAlertRule, removeAlertRule } from '../../alerts/keep'
import { type AlertRuleView, listAlertRules } from '../../alerts/rule-view'
import type { SectionStore } from '../section-store'

/** A token has no name of its own: it is named by its id. */
function fieldsOf(rule: AlertRuleView): AlertRuleFields {
  const { measure, scope, comparison, threshold, window_s, for_s, min_calls } = rule
  const { name, severity, enabled, notify, renotify_s, opens_incident } = rule
  const { subject, subject_name } = rule
  return {
    ...{ name, measure, scope, comparison, threshold, window_s, for_s, min_calls },
    ...{ severity, enabled, notify, renotify_s, opens_incident },
    subject: scope === 'token' ? subject : subject_name,
  }
}

function itemOf(rule: AlertRuleView): [string, StoredItem] {
  const values = alertValues(fieldsOf(rule))
  const shipped = BUILT_IN_RULES.get(rule.name)
  const isShipped = shipped !== undefined && isSameValue(values, alertValues(shipped))
  return [rule.name, { values, isShipped, id: rule.id }]
}

export const alertStore: SectionStore = {
  read: async (deps) => new Map((await listAlertRules(deps)).map(itemOf)),
  write: async (deps, actor, items) => {
    for (const { action, name, values, stored } of items) {
      const input = { ...alertInput(values), name }
      if (action === 'create') await createAlertRule(deps, actor, input)
      else await changeAlertRule(deps, actor, { ...input, id: idOf({ name, stored }) })
    }
  },
  remove: async (deps, actor, items) => {
    for (const item of items) await removeAlertRule(deps, actor, idOf(item))
  },
  targets: (_, { id = 0 }) => [`alert:${id}`],
}

function idOf({ name, stored }: Pick<PlannedItem, 'name' | 'stored'>): string | number {
  return stored?.id ?? name
}
