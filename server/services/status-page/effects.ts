import { effectOf } from '../../domain/status-page/incident'
import { type ServiceState, worseOf } from '../../domain/status-page/states'
import type { IncidentView } from '../incidents/view'

/** What open incidents and running maintenance make of a model; `undefined` for nothing. */
export function effectsOn(
  model: string,
  incidents: readonly IncidentView[],
): ServiceState | undefined {
  return incidents
    .filter(({ models }) => models.length === 0 || models.includes(model))
    .map(effectOf)
    .filter((effect) => effect !== undefined)
    .reduce<ServiceState | undefined>(
      (worst, effect) => (worst === undefined ? effect : worseOf(worst, effect)),
      undefined,
    )
}
