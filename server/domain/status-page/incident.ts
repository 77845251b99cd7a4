/** Incidents and planned work, as operators tell their customers of them. */
import type { ServiceState } from './states'

export const INCIDENT_KINDS = ['incident', 'maintenance'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

const PROBLEM_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
const WORK_STATES = ['scheduled', 'in_progress', 'completed'] as const

export const INCIDENT_STATES = [...PROBLEM_STATES, ...WORK_STATES] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/** The first is where one begins, the last where it ends. */
export const STATES_OF_KIND = {
  incident: PROBLEM_STATES,
  maintenance: WORK_STATES,
} as const satisfies Readonly<Record<IncidentKind, readonly IncidentState[]>>

export const IMPACTS = ['none', 'minor', 'major', 'critical'] as const
export type Impact = (typeof IMPACTS)[number]

/** What an open incident makes of the models that it names. */
const STATE_OF_IMPACT: Readonly<Record<Impact, ServiceState | undefined>> = {
  none: undefined,
  minor: 'degraded',
  major: 'degraded',
  critical: 'outage',
}

export interface IncidentTimes {
  readonly kind: IncidentKind
  readonly state: IncidentState
  /** Epoch ms; of maintenance, when it is planned for. */
  readonly starts_at: number
  /** Epoch ms; 0 while nobody knows. */
  readonly ends_at: number
}

export function isOver({ state }: Pick<IncidentTimes, 'state'>): boolean {
  return state === 'resolved' || state === 'completed'
}

/** Planned work begins and ends by the clock, unless somebody said so before. */
export function stateAt(times: IncidentTimes, nowMs: number): IncidentState {
  const { kind, state, starts_at, ends_at } = times
  if (kind === 'incident' || isOver(times)) return state
  if (ends_at > 0 && nowMs >= ends_at) return 'completed'
  return nowMs >= starts_at ? 'in_progress' : state
}

/** `undefined` where it changes nothing for the models that it names. */
export function effectOf({
  kind,
  state,
  impact,
}: Pick<IncidentTimes, 'kind' | 'state'> & { readonly impact: Impact }): ServiceState | undefined {
  if (isOver({ state })) return undefined
  if (kind === 'maintenance') return state === 'in_progress' ? 'maintenance' : undefined
  return STATE_OF_IMPACT[impact]
}
