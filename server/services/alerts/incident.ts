/**
 * What customers read on the status page of a rule that says so: one incident while it fires,
 * opened and resolved in the transaction that writes down what has changed.
 */
import type { AlertRuleRow } from '../../../db/tables/alert-rules'
import { alertStates } from '../../../db/tables/alert-states'
import { openIncidentOf } from '../../../db/tables/incidents'
import { nowSeconds } from '../../clock'
import type { Severity } from '../../domain/notices/severities'
import type { Impact } from '../../domain/status-page/incident'
import { alertSource } from '../../domain/status-page/incident-title'
import { addIncident, addIncidentModels, addIncidentUpdate } from '../incidents/keep'
import type { Work } from '../work'

const IMPACTS: Readonly<Record<Severity, Impact>> = {
  info: 'none',
  warning: 'minor',
  critical: 'critical',
}

type FollowedRule = Pick<
  AlertRuleRow,
  'id' | 'measure' | 'scope' | 'severity' | 'silenced_until' | 'opens_incident'
>

/** An incident that somebody has resolved by hand is opened again only by what fires anew. */
export async function followWithIncident(
  work: Work,
  rule: FollowedRule,
  { hasFired }: { readonly hasFired: boolean },
): Promise<void> {
  const source = alertSource(rule)
  const open = await openIncidentOf(work.trx, source)
  const states = await alertStates(work.trx, rule.id)
  const firing = states.filter(({ state }) => state === 'firing')
  if (firing.length === 0) {
    if (open !== undefined) await addIncidentUpdate(work, open, { state: 'resolved', body: '' })
    return
  }
  const isSilenced = rule.silenced_until > nowSeconds(work.clock)
  if (!hasFired || isSilenced || rule.opens_incident === 0) return
  const models = rule.scope === 'model' ? firing.map(({ subject }) => subject) : []
  if (open !== undefined) return await addIncidentModels(work, open, models)
  const impact = IMPACTS[rule.severity]
  await addIncident(work, { kind: 'incident', title: '', body: '', impact, models, source })
}
