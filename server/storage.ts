/** The database of a server, and what is stored in it besides the services' rows. */
import { mkdir } from 'node:fs/promises'
import { clickhouse } from '../db/clickhouse/log-store'
import type { Db } from '../db/db'
import { migrate, newerMigrations } from '../db/migrate'
import { openDatabase } from '../db/open'
import { openThroughWriter } from '../db/remote/open'
import { acquireServeLock } from '../db/sqlite/serve-lock'
import { foldChannelUsage } from '../db/tables/channel-usage'
import { forgetOthers } from '../db/tables/nodes'
import { resolveOpen } from '../db/tables/reservations'
import type { Clock } from './clock'
import { type Configuration, databaseFile, serveLockPath, unsettledPath } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import type { Logger } from './log'
import { PROGRAM_VERSION } from './program-version'
import { requireUntruncated, sealerFor, sealerPlace } from './services/database/keyed'
import { type DatabaseState, watchDatabase } from './services/health/database-watch'
import { JobStore } from './services/jobs/job-store'
import { SettlementRetryQueue } from './services/ledger/settlement-retry-queue'
import { adoptUnsettled } from './services/ledger/unsettled-file'
import { startHeartbeat } from './services/nodes/heartbeat'
import { OwnedStore } from './services/owned/owned-store'
import { ConversationStore } from './services/stored-responses/conversation-store'
import { RunStore } from './services/stored-responses/run-store'
import { ResponseStore } from './services/stored-responses/store'
import { WorkerHub } from './workers/hub'
import { linkPath, type ProcessRole, sharedNode, type WorkerRole, workerNode } from './workers/role'
import { WriterLink } from './workers/writer-link'

/** Lists that are read at the same time; a third would take the core that calls need. */
const READER_THREADS = 2

export interface Opening {
  readonly configuration: Configuration
  readonly log: Logger
  readonly clock: Clock
  /** Absent for a gateway of one process. */
  readonly role: ProcessRole | undefined
  /** This process must not go on. */
  readonly outdated: () => void
}

/** Throws `db.in_use` when another process serves the same SQLite file. */
export async function openStorage(opening: Opening) {
  const { configuration, log, clock, role } = opening
  await mkdir(configuration.dataDir, { recursive: true, mode: 0o700 })
  const isWorker = role?.kind === 'worker'
  const { db, writer, hub, closeDb } = isWorker
    ? await openAsWorker(opening, role)
    : await openAsWriter(opening)
  for (const warning of db.warnings) log.warn(warning)
  const watch = watchDatabase(db, log)
  const { databaseWaitMs: waitMs } = configuration
  const path = unsettledPath(configuration, isWorker ? role.index : undefined)
  if (!isWorker && (role?.running ?? 0) === 0) {
    adoptUnsettled(path)
    // Nobody else serves a file; on PostgreSQL there may be other nodes.
    if (db.kind === 'sqlite') await forgetOthers(db)
  }
  const ledger = new SettlementRetryQueue({ db, path, log, clock, place: watch.place, waitMs })
  await ledger.recover()
  writer?.watch(() => ledger.openCalls())
  const owned = new OwnedStore({ db, log, clock, waitMs })
  const jobs = new JobStore({ db, clock })
  await jobs.recover()
  const beats = await startHeartbeat({ db, log, clock, version: PROGRAM_VERSION })
  const isDraining = () => beats.isDraining() || writer?.isDraining() === true
  const heartbeat = { ...beats, isDraining }
  hub?.watchDraining(isDraining)
  await hub?.returned()
  const isCallOpen = (callId: string) => ledger.isOpen(callId) || hub?.isOpen(callId) === true
  if (!isWorker) await foldChannelUsage(db)
  const resolvedCalls = isWorker
    ? 0
    : await resolveOpen(db, { nowMs: clock.nowMs(), isOpen: isCallOpen })
  const sealer = await sealerFor(db, sealerPlace(configuration))
  const stored = new ResponseStore({ db, log, clock, sealer })
  const storedRuns = new RunStore({ db, sealer })
  const conversations = new ConversationStore({ db, log, clock, sealer })
  const databaseState = (): DatabaseState => {
    const place = watch.look()
    if (place !== 'there') return place
    return ledger.health().writes && writer?.isUp() !== false ? 'ok' : 'unwritable'
  }
  const close = async () => {
    watch.stop()
    await owned.close()
    await Promise.all([stored.close(), conversations.close()])
    await ledger.close()
    // What cannot be added now is added by the next start.
    await foldChannelUsage(db).catch(() => undefined)
    await heartbeat.stop()
    await closeDb()
  }
  const answers = { stored, storedRuns, conversations }
  const parts = { db, watch, databaseState, ledger, owned, answers, jobs, sealer, heartbeat }
  return { ...parts, hub, writer, isCallOpen, resolvedCalls, close }
}

interface OpenedDb {
  readonly db: Db
  readonly hub: WorkerHub | undefined
  readonly writer: WriterLink | undefined
  readonly closeDb: () => Promise<void>
}

async function openAsWriter(opening: Opening): Promise<OpenedDb> {
  const { configuration, log, clock, role } = opening
  const { databaseUrl, databaseWaitMs: busyWaitMs, clickhouseUrl } = configuration
  const file = databaseFile(databaseUrl)
  if (file !== '') requireUntruncated(file)
  const db = await openDatabase(databaseUrl, {
    readerThreads: READER_THREADS,
    busyWaitMs,
    logStore: clickhouseUrl && clickhouse(clickhouseUrl.reveal()),
    ...(role && { node: sharedNode(role) }),
  })
  const lock = db.file === undefined ? undefined : acquireServeLock(serveLockPath(db.file))
  if (db.file !== undefined && lock === undefined) {
    await db.close()
    throw new GatewayError('db.in_use', { path: db.file })
  }
  await migrate(db, { nowMs: clock.nowMs() })
  const newer = await newerMigrations(db)
  if (newer.length > 0) log.warn('a newer version has prepared the database', { steps: newer })
  const hub =
    role?.kind === 'writer'
      ? WorkerHub.listen({
          ...{ db, log, clock },
          ...{ workers: role.workers, running: role.running },
          ...{ path: linkPath(role), version: PROGRAM_VERSION },
        })
      : undefined
  const closeDb = async () => {
    hub?.close()
    await db.close()
    lock?.release()
  }
  return { db, hub, writer: undefined, closeDb }
}

async function openAsWorker(opening: Opening, role: WorkerRole): Promise<OpenedDb> {
  const { configuration, log, outdated } = opening
  const { index } = role
  const path = linkPath(role)
  const writer = await WriterLink.open({ path, index, version: PROGRAM_VERSION, log, outdated })
  const { databaseUrl } = configuration
  const db = await openThroughWriter(databaseUrl, {
    writer,
    node: databaseFile(databaseUrl) === '' ? sharedNode(role) : workerNode(role),
    readerThreads: 1,
  })
  const closeDb = async () => {
    await db.close()
    writer.close()
  }
  return { db, hub: undefined, writer, closeDb }
}
