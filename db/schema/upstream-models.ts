import type { Generated } from 'kysely'
import type {
  FindingKind,
  FindingState,
} from '../../server/domain/channels/upstream-models/findings'

/** What the upstream of a channel listed last. Times are epoch ms, 0 for never. */
interface ModelListsTable {
  channel_id: number
  /** JSON list of names. */
  listed: string
  /** JSON of the error of the last try; "" for none. */
  failure: string
  walked_at: number
  tried_at: number
  /** In a row. */
  failures: number
}

export interface ModelFindingsTable {
  id: Generated<number>
  channel_id: number
  kind: FindingKind
  model: string
  other: string
  state: FindingState
  misses: number
  was_listed: 0 | 1
  created_at: number
}

export interface UpstreamModelTables {
  model_lists: ModelListsTable
  model_findings: ModelFindingsTable
}
