import type { Generated } from 'kysely'
import type { HoldKind } from '../../server/domain/ledger/hold-terms'

/** Calls whose money is held and not yet settled; start-up resolves what a crash left. */
export interface ReservationsTable {
  call_id: string
  user_id: number
  token_id: number
  amount: number
  model_name: string
  created_at: number
  /** `call`, `socket` or `job`. */
  kind: Generated<HoldKind>
  /** The node whose process made it; "" for a version that named none. */
  holder: Generated<string>
  /** Nobody works on it any more after this, unless its holder says so; 0 for unknown. */
  deadline_at: Generated<number>
  /** Of a job, which outlives processes; "" for everything else. */
  job_id: Generated<string>
  /** JSON: what it has counted of limits; "" for none. */
  counted: Generated<string>
}

/** Processes that serve the database; a SQLite file has one at a time, by its lock. */
export interface NodesTable {
  id: string
  /** By the database's clock. */
  beat_at: number
  version: Generated<string>
  host: Generated<string>
  started_at: Generated<number>
  in_flight: Generated<number>
  calls_per_minute: Generated<number>
  /** Of one core. */
  cpu_permille: Generated<number>
  rss_bytes: Generated<number>
  /** Calls that are over and not booked yet. */
  settlements_waiting: Generated<number>
  /** 1 when an operator wants it to take no new work. */
  draining: Generated<number>
}

/** Calls whose hold was given back, retained a while for a settlement that comes after all. */
export interface ReleasedHoldsTable {
  call_id: string
  user_id: number
  token_id: number
  released_at: number
  /** As in `reservations`. */
  counted: Generated<string>
}
