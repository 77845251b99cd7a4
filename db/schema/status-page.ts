import type { Generated } from 'kysely'
import type { Impact, IncidentKind, IncidentState } from '../../server/domain/status-page/incident'
import type { LatencyColumn } from './rollups'

type Slots = { readonly [Column in LatencyColumn]: Generated<number> }

/** Calls of a model in a group that succeeded or failed, whoever made them. */
export interface AvailabilityTable extends Slots {
  /** Seconds that a row is about. */
  step: number
  /** Epoch seconds at which they began; days are those of UTC. */
  at: number
  model: string
  group: string
  /** Without those that failed by their caller's fault. */
  calls: Generated<number>
  failed: Generated<number>
}

/** What customers are informed of, and when it was. Times are epoch ms. */
export interface IncidentsTable {
  id: Generated<number>
  kind: IncidentKind
  title: string
  /** As it was published last. */
  state: IncidentState
  impact: Impact
  /** One a line; "" for all. */
  models: Generated<string>
  /** What opened it, such as a rule; "" for a person. One at most is open of each. */
  source: Generated<string>
  starts_at: number
  /** 0 while nobody knows. */
  ends_at: Generated<number>
  created_at: number
  updated_at: number
}

/** What was published about an incident, and when. */
export interface IncidentUpdatesTable {
  id: Generated<number>
  incident_id: number
  state: IncidentState
  /** Markdown. */
  body: Generated<string>
  created_at: number
}

export interface StatusPageTables {
  availability: AvailabilityTable
  incidents: IncidentsTable
  incident_updates: IncidentUpdatesTable
}
