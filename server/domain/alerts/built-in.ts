/** The rules that come with the program: what the overview has always watched. */

import { MATTER_KINDS, type MatterKind } from '../attention'
import type { Severity } from '../notices/severities'
import { type AlertRuleFields, usualRule } from './rule'

const SEVERITIES: Readonly<Record<MatterKind, Severity>> = {
  channel_down: 'critical',
  channel_off: 'critical',
  channel_failing: 'critical',
  token_spends: 'critical',
  channel_disabled: 'critical',
  model_unserved: 'critical',
  model_unpriced: 'warning',
  channel_balance: 'warning',
  upstream_models: 'info',
  channel_recovered: 'info',
}

/** Its name is its id, and people read a text instead. The overview shows it; nobody is mailed. */
function builtInRule(kind: MatterKind): AlertRuleFields {
  return { ...usualRule(kind), name: kind, severity: SEVERITIES[kind], notify: false }
}

export const BUILT_IN_RULES: ReadonlyMap<string, AlertRuleFields> = new Map(
  MATTER_KINDS.map((kind) => [kind, builtInRule(kind)]),
)
