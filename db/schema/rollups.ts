import type { Generated } from 'kysely'
import type { LATENCY_BOUNDS_MS } from '../../server/domain/logs/latency'
import type { RollupKind } from '../../server/domain/logs/rollups'

/** Hourly usage: one row per user, model and hour. */
export interface QuotaDataTable {
  id: Generated<number>
  user_id: number
  username: string
  model_name: string
  created_at: number
  token_used: number
  count: number
  quota: number
}

/** How many first bytes came within so many milliseconds, and not within the slot before. */
export type LatencyColumn = `le_${(typeof LATENCY_BOUNDS_MS)[number]}` | 'le_more'

type Slots = { readonly [Column in LatencyColumn]: Generated<number> }

/** Calls counted by the hour, or by the minute for the whole site. */
export interface RollupsTable extends Slots {
  kind: RollupKind
  /** Id, name of a model, or "" for the site. */
  subject: string
  /** Epoch seconds at which the hour or minute began. */
  at: number
  /** Of a channel: attempts. Failed ones are among them, refused ones are not. */
  calls: number
  failed: number
  refused: number
  /** Credits charged. */
  quota: number
  /** Credits that were used and that nobody could pay. */
  uncollected: Generated<number>
  tokens: number
  /** JSON of the newest failures of a channel's hour, or "". */
  errors: Generated<string>
  /** Epoch seconds of the newest attempt, for channels and keys; 0 for none. */
  last_at: Generated<number>
  /** Of a channel: its newest attempts that failed one after the other, 0 after an answer. */
  failed_in_row: Generated<number>
  /** Epoch seconds of the first of them, and of the answer that ended an outage. */
  failing_since: Generated<number>
  recovered_at: Generated<number>
}
