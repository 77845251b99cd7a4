/** Incidents that something else than a person opens, such as a rule that fires. */
import { openIncidentOf } from '../../../db/tables/incidents'
import type { Impact } from '../../domain/status-page/incident'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { addIncident, updateIncidentState } from './keep'
import type { IncidentView } from './view'

export interface SourcedIncident {
  /** Names what opens it, such as `rule:7`; one at most is open of each. */
  readonly source: string
  readonly title: string
  /** Markdown. */
  readonly body: string
  readonly impact: Impact
  readonly models: readonly string[]
}

/** `undefined` where the source has an open one already. */
export async function openIncident(
  deps: ServiceDeps,
  given: SourcedIncident,
): Promise<IncidentView | undefined> {
  return await transact(deps, SYSTEM_ACTOR, async (work) => {
    if ((await openIncidentOf(work.trx, given.source)) !== undefined) return undefined
    return await addIncident(work, { ...given, kind: 'incident' })
  })
}

/** `undefined` where the source has none that is open. */
export async function resolveIncident(
  deps: ServiceDeps,
  { source, body }: Pick<SourcedIncident, 'source' | 'body'>,
): Promise<IncidentView | undefined> {
  const open = await openIncidentOf(deps.db.reader, source)
  if (open === undefined) return undefined
  return await updateIncidentState(deps, SYSTEM_ACTOR, { id: open.id, state: 'resolved', body })
}
