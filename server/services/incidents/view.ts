import type { IncidentRow, IncidentUpdateRow } from '../../../db/tables/incidents'
import { type IncidentState, stateAt } from '../../domain/status-page/incident'

export interface IncidentUpdateView {
  readonly id: number
  readonly state: IncidentState
  /** Markdown. */
  readonly body: string
  /** Epoch seconds. */
  readonly created_at: number
}

/** Times in epoch seconds. */
export interface IncidentView
  extends Pick<IncidentRow, 'id' | 'kind' | 'title' | 'impact' | 'source'> {
  /** Of planned work: by the clock. */
  readonly state: IncidentState
  /** None for all. */
  readonly models: readonly string[]
  readonly starts_at: number
  /** 0 while nobody knows. */
  readonly ends_at: number
  readonly updated_at: number
  /** The newest first. */
  readonly updates: readonly IncidentUpdateView[]
}

export function viewOf(
  row: IncidentRow,
  updates: readonly IncidentUpdateRow[],
  nowMs: number,
): IncidentView {
  const { id, kind, title, impact, source, models, starts_at, ends_at, updated_at } = row
  return {
    ...{ id, kind, title, impact, source },
    state: stateAt(row, nowMs),
    models: models === '' ? [] : models.split('\n'),
    starts_at: seconds(starts_at),
    ends_at: seconds(ends_at),
    updated_at: seconds(updated_at),
    updates: updates
      .filter(({ incident_id }) => incident_id === id)
      .map((update) => ({
        id: update.id,
        state: update.state,
        body: update.body,
        created_at: seconds(update.created_at),
      })),
  }
}

function seconds(epochMs: number): number {
  return Math.floor(epochMs / 1000)
}
