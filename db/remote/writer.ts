/** The process that writes a SQLite file, as the other processes of its gateway reach it. */
import type { Changes } from '../../server/domain/changes'
import type { HotOrder, OrderOutcome } from '../../server/domain/ledger/orders'
import type { BalanceListener, LimitListener } from '../ledger-orders'

export interface HeldQuery {
  /** Number of the held connection. */
  readonly hold: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface QueryAnswer {
  readonly rows: readonly unknown[]
  /** Rows changed, and the id of the last one inserted; absent for a query that reads. */
  readonly changes?: number
  readonly insertId?: number
}

/** The write connection: nobody else's until it is released, which undoes what is not committed. */
export interface HeldConnection {
  readonly query: (sql: string, parameters: readonly unknown[]) => Promise<QueryAnswer>
  readonly release: () => Promise<void>
}

/** Everything rejects with `db.unavailable` while the writer cannot be reached. */
export interface Writer {
  readonly order: (order: HotOrder) => Promise<OrderOutcome>
  readonly hold: () => Promise<HeldConnection>
  /** What a transaction from here has changed; the others must know. */
  readonly changed: (changes: Changes) => void
  /** Called with what was changed elsewhere. */
  readonly onChanges: (listener: (changes: Changes) => void) => void
  /** Called after every commit, whoever had ordered it. */
  readonly onBalance: (listener: BalanceListener) => void
  readonly onLimits: (listener: LimitListener) => void
}
