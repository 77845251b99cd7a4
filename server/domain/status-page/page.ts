/** What a status page shows, in no language. */
import type { ServiceState, StateThresholds } from './states'

/** Of a model, or of a group of users. */
export interface ServiceFigures {
  readonly name: string
  readonly state: ServiceState
  /** Percent of the calls of the last 24 hours that were answered; `null` without calls. */
  readonly day: number | null
  /** The same of all days that are shown. */
  readonly total: number | null
  /** Milliseconds to the first byte in the last 24 hours; `null` without answers. */
  readonly p50_ms: number | null
  readonly p95_ms: number | null
  /** Percent of each day, the oldest first. */
  readonly days: readonly (number | null)[]
}

export interface StatusFigures {
  readonly state: ServiceState
  /** Epoch seconds. */
  readonly updated_at: number
  /** Epoch seconds at which the first of the days begins, in UTC. */
  readonly from: number
  readonly thresholds: StateThresholds & { readonly minutes: number }
  readonly models: readonly ServiceFigures[]
  /** None unless the operator shows them. */
  readonly groups: readonly ServiceFigures[]
  /** Of everything together. */
  readonly site: ServiceFigures
}
