/** How a model, a group or the whole site does, in the words of a status page. */
import { type Answered, availabilityOf } from './availability'

/** The worst first. */
export const SERVICE_STATES = [
  'outage',
  'degraded',
  'maintenance',
  'operational',
  'no_data',
] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

export interface StateThresholds {
  /** Percent; below it, some calls fail. */
  readonly degradedBelow: number
  /** Percent; below it, it is an outage. */
  readonly outageBelow: number
  /** With fewer calls nothing is said. */
  readonly minCalls: number
}

export function stateOf(answered: Answered, thresholds: StateThresholds): ServiceState {
  const { degradedBelow, outageBelow, minCalls } = thresholds
  const percent = availabilityOf(answered)
  if (percent === null || answered.calls < minCalls) return 'no_data'
  if (percent < outageBelow) return 'outage'
  return percent < degradedBelow ? 'degraded' : 'operational'
}

export function worseOf(a: ServiceState, b: ServiceState): ServiceState {
  return SERVICE_STATES.indexOf(a) <= SERVICE_STATES.indexOf(b) ? a : b
}

/** An outage of the site is one of most of its parts; of fewer, the site is degraded. */
export function siteStateOf(states: readonly ServiceState[]): ServiceState {
  const known = states.filter((state) => state !== 'no_data')
  if (known.length === 0) return 'no_data'
  const down = known.filter((state) => state === 'outage').length
  if (down * 2 > known.length) return 'outage'
  const worst = states.reduce(worseOf)
  return worst === 'outage' ? 'degraded' : worst
}
