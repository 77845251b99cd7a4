/** The database as everybody knows it, whichever engine is behind it. */
import type { Kysely, Transaction } from 'kysely'
import type { Bus } from '../server/domain/changes'
import type { DurableTransaction } from './durable'
import type { FilePlace } from './file-place'
import type { HotLedger } from './ledger-orders'
import type { Lists } from './lists'
import type { LogStore } from './log-store'
import type { MonthFiles } from './month-files'
import type { Schema } from './schema'

export interface Db {
  readonly kind: 'sqlite' | 'postgres'
  /** The file of a SQLite database, `:memory:`, or `undefined` on PostgreSQL. */
  readonly file: string | undefined
  /**
   * Who holds what this process reserves: one name for whoever serves a SQLite file, which is one
   * process at a time, and a name of its own for every process on PostgreSQL.
   */
  readonly node: string
  /** Every write, and reads that must see a write of the same process at once. */
  readonly kysely: Kysely<Schema>
  /**
   * Rows by their key, or through an index that leaves few: on the loop that relays calls, so
   * never longer than 5 ms. It does not queue behind writes, and has no transactions.
   */
  readonly reader: Kysely<Schema>
  /**
   * Everything that may take longer, because its cost grows with the tables: lists, searches,
   * sums, exports, checks. A server's reading threads answer, each query by itself; it sees
   * what was committed before. It has no transactions.
   */
  readonly lists: Lists
  /** Past months of the log in files next to the database; `undefined` where none can be. */
  readonly months: MonthFiles | undefined
  /** Where rows of the log are copied to, and read when they are no longer here. */
  readonly logStore: LogStore | undefined
  /**
   * Runs `run` alone on the write connection, all or nothing. Only its own queries may be
   * awaited inside: another writer's turn comes after the commit. Keep it under 50 ms.
   */
  readonly transaction: <T>(run: (trx: Transaction<Schema>) => Promise<T>) => Promise<T>
  /**
   * The same, and on disk before it resolves, whatever happens to the power. It costs the wait
   * for the disk, so it is for what nobody could ask for again: money that comes in.
   */
  readonly durably: <T>(run: (trx: DurableTransaction) => Promise<T>) => Promise<T>
  /** Hears what every commit here changes, and on PostgreSQL those of other processes. */
  readonly bus: Bus
  /** Changes when another process has committed something unknown. Cheap enough to poll. */
  readonly dataVersion: () => number
  /** Whether the open file is still the one at its path. Cheap enough to poll. */
  readonly place: () => FilePlace
  /** What an operator should know of how it was opened; for the log. */
  readonly warnings: readonly string[]
  readonly ledger: HotLedger
  /** Finishes what is pending and lets go of the database. */
  readonly close: () => Promise<void>
}

export interface OpenOptions {
  /** Opens an existing database and refuses every write. */
  readonly readonly?: boolean
  /** With `readonly`: a SQLite file that nobody else has open; no file is created next to it. */
  readonly immutable?: boolean
  /** How long a write is tried while another process holds SQLite's lock; 10 s when absent. */
  readonly busyWaitMs?: number | undefined
  /**
   * For a process that relays: lists of a SQLite file are read by so many threads, started when
   * they are first needed. Without it they are read on the loop, which suits a command.
   */
  readonly readerThreads?: number
  /** On PostgreSQL: of several processes of a gateway, one whose money another one writes. */
  readonly isWorker?: boolean
  /** On PostgreSQL: name among the nodes; one of its own when absent. */
  readonly node?: string
  readonly logStore?: LogStore | undefined
}
