/** The SQLite engine: one connection that writes, one that only reads. */
import { Database } from 'bun:sqlite'
import { Kysely } from 'kysely'
import { GatewayError } from '../server/domain/errors/gateway-error'
import { threadEntry } from '../server/domain/thread-entry'
import { LocalBus } from './changes/local-bus'
import type { Db, OpenOptions } from './db'
import type { DurableTransaction } from './durable'
import { watchPlace } from './file-place'
import { GroupedLedger } from './hot-ledger'
import { ListReader } from './lists'
import { Checkpoints } from './maintenance/checkpoints'
import { openMonthFiles } from './month-files'
import { FILE_NODE } from './node-id'
import { ThreadDialect } from './readers/dialect'
import { ReaderPool } from './readers/pool'
import type { ReaderRequest } from './readers/thread'
import type { Schema } from './schema'
import { attemptsWithin, BUSY_TIMEOUT_MS } from './sqlite/busy'
import { BunSqliteDialect } from './sqlite/dialect'
import { SqliteLedgerStore } from './sqlite/hot-ledger'
import { openImmutable } from './sqlite/immutable'
import { createOwnerOnly } from './sqlite/owner-only'
import { WriteQueue } from './sqlite/write-queue'

const MEMORY = ':memory:'

/** Another process that just opens or closes the file has it to itself for a moment. */
const PATIENT_MS = 5000

const OPEN_PRAGMAS = [
  `busy_timeout = ${PATIENT_MS}`,
  // Readers and the writer do not block each other, and a commit needs no fsync …
  'journal_mode = WAL',
  // … because a lost power supply may cost the last commits but never the file's integrity.
  'synchronous = NORMAL',
]

/** Deleted logs can be given back in steps. To a file with tables it is a write for nothing. */
const FIRST_PRAGMA = 'auto_vacuum = INCREMENTAL'

const CHECKPOINT_PAGES = 4000
/** Where a thread makes them, the writer waits for the disk only when the thread cannot. */
const SPARE_CHECKPOINT_PAGES = 16_000

const CONNECTION_PRAGMAS = [
  'foreign_keys = ON',
  // 32 MB of pages: the hot indexes of a busy gateway stay in memory.
  'cache_size = -32768',
  'temp_store = MEMORY',
  // A checkpoint every 16 MB instead of 4: the hot pages are copied back less often.
  `wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
  // One huge transaction does not leave a huge file behind.
  'journal_size_limit = 67108864',
  'trusted_schema = OFF',
]

export function openSqlite(path: string, options: OpenOptions): Db {
  const busyAttempts = attemptsWithin(options.busyWaitMs)
  // A connection that only reads belongs to a process that serves no calls, so it may wait.
  const waitMs = options.readonly ? PATIENT_MS : BUSY_TIMEOUT_MS
  const open = (readonly: boolean) =>
    options.immutable ? openImmutable(path) : connect(path, { readonly, waitMs })
  const database = open(options.readonly ?? false)
  const queue = new WriteQueue()
  const dialect = new BunSqliteDialect({ database, queue, busyAttempts })
  const kysely = new Kysely<Schema>({ dialect })
  // A database in memory belongs to its connection, so there is only the one to read from.
  const readDatabase = path === MEMORY ? undefined : open(true)
  const readDialect =
    readDatabase === undefined
      ? dialect
      : new BunSqliteDialect({ database: readDatabase, busyAttempts })
  const { readerThreads: size = 0, logStore } = options
  const pool =
    size > 0 && path !== MEMORY
      ? new ReaderPool({ size, start: () => startReader(path) })
      : undefined
  const checkpoints =
    pool && readDatabase && threadedCheckpoints({ database, readDatabase, pool, queue })
  const months =
    path === MEMORY || options.immutable
      ? undefined
      : openMonthFiles({ path, pool, busyAttempts, pragmas: READER_PRAGMAS })
  const ledger = new GroupedLedger(new SqliteLedgerStore({ database, queue, busyAttempts }))
  const place = path === MEMORY ? () => 'there' as const : watchPlace(path)
  /** Nobody would ever find what is written into a file that has no name any more. */
  const requirePlace = () => {
    if (place() !== 'there') throw new GatewayError('db.unavailable')
  }
  const bus = new LocalBus('sqlite')
  const version = database.prepare<{ data_version: number }, []>('PRAGMA data_version')
  return {
    kind: 'sqlite',
    file: path,
    node: FILE_NODE,
    kysely,
    reader: readDatabase === undefined ? kysely : new Kysely<Schema>({ dialect: readDialect }),
    lists: new ListReader({ dialect: pool === undefined ? readDialect : new ThreadDialect(pool) }),
    ...{ months, logStore },
    transaction: async (run) => {
      requirePlace()
      return await bus.transact(kysely, run)
    },
    durably: async (run) => {
      requirePlace()
      return await onDisk(database, kysely, (connection) =>
        bus.transact(connection, (trx) => run(trx as DurableTransaction)),
      )
    },
    bus,
    dataVersion: () => version.get()?.data_version ?? 0,
    place,
    warnings: [],
    ledger,
    async close() {
      await ledger.idle()
      await checkpoints?.close()
      await queue.close()
      await pool?.close()
      months?.close()
      // `true` lets go at once; otherwise the file stays open until statements are collected.
      readDatabase?.close(true)
      database.close(true)
    },
  }
}

async function onDisk<T>(
  database: Database,
  kysely: Kysely<Schema>,
  run: (connection: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return await kysely.connection().execute(async (connection) => {
    // Takes no effect inside a transaction, nor from a statement that was prepared before.
    database.run('PRAGMA synchronous = FULL')
    try {
      return await run(connection)
    } finally {
      database.run('PRAGMA synchronous = NORMAL')
    }
  })
}

interface Checkpointed {
  readonly database: Database
  readonly readDatabase: Database
  readonly pool: ReaderPool
  readonly queue: WriteQueue
}

interface WalPages {
  readonly log: number
  readonly checkpointed: number
}

function threadedCheckpoints({ database, readDatabase, pool, queue }: Checkpointed): Checkpoints {
  database.run(`PRAGMA wal_autocheckpoint = ${SPARE_CHECKPOINT_PAGES}`)
  // Does nothing but count; not the writer, which may not be queried within a transaction.
  const counted = readDatabase.prepare<WalPages, []>('PRAGMA wal_checkpoint(NOOP)')
  return new Checkpoints({
    queue,
    read: (query) => pool.read(query),
    pagesWaiting() {
      const pages = counted.get()
      return pages === null ? 0 : pages.log - pages.checkpointed
    },
  })
}

interface Connecting {
  readonly readonly: boolean
  /** What a statement may block the thread while another process has a lock. */
  readonly waitMs: number
}

function connect(path: string, { readonly, waitMs }: Connecting): Database {
  if (path !== MEMORY && !readonly) createOwnerOnly(path)
  const database = new Database(path, { create: !readonly, readwrite: true })
  try {
    if (!readonly) prepareFile(database)
  } catch (cause) {
    database.close(true)
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  database.run(`PRAGMA busy_timeout = ${waitMs}`)
  for (const pragma of CONNECTION_PRAGMAS) database.run(`PRAGMA ${pragma}`)
  // Not opened read-only: such a connection cannot always join a write-ahead log.
  if (readonly) database.run('PRAGMA query_only = ON')
  return database
}

function prepareFile(database: Database): void {
  const [waits, ...rest] = OPEN_PRAGMAS
  database.run(`PRAGMA ${waits}`)
  using pages = database.prepare<{ page_count: number }, []>('PRAGMA page_count')
  if (pages.get()?.page_count === 0) database.run(`PRAGMA ${FIRST_PRAGMA}`)
  for (const pragma of rest) database.run(`PRAGMA ${pragma}`)
}

/** What a reading thread may wait for SQLite; it keeps nobody else waiting. */
const READER_BUSY_TIMEOUT_MS = 5000

const READER_PRAGMAS = [
  ...CONNECTION_PRAGMAS,
  `busy_timeout = ${READER_BUSY_TIMEOUT_MS}`,
  // 8 MB: who reads through large tables gains little from what was read before.
  'cache_size = -8192',
  'query_only = ON',
]

function startReader(path: string): Bun.Worker {
  const entry = threadEntry('db/readers/thread.ts')
  // The console's types of the browser know nothing of what Bun's threads can do besides.
  const worker = new Worker(entry, { smol: true }) as Bun.Worker
  const request: ReaderRequest = { kind: 'open', path, pragmas: READER_PRAGMAS }
  worker.postMessage(request)
  return worker
}
