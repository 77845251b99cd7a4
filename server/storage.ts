/** The database of a server, and what is kept in it beside the services. */
import { mkdir } from 'node:fs/promises'
import { migrate } from '../db/migrate'
import { openDatabase } from '../db/open'
import { acquireServeLock } from '../db/sqlite/serve-lock'
import { resolveOpen } from '../db/tables/reservations'
import type { Clock } from './clock'
import { type Configuration, databaseFile, serveLockPath, unsettledPath } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import type { Logger } from './log'
import { PROGRAM_VERSION } from './program-version'
import { requireUntruncated, sealerFor } from './services/database/keyed'
import { watchDatabase } from './services/health/database-watch'
import { JobStore } from './services/jobs/job-store'
import { SettlementRetryQueue } from './services/ledger/settlement-retry-queue'
import { startHeartbeat } from './services/nodes/heartbeat'
import { OwnedStore } from './services/owned/owned-store'
import { ConversationStore } from './services/stored-responses/conversation-store'
import { RunStore } from './services/stored-responses/run-store'
import { ResponseStore } from './services/stored-responses/store'

/** Lists that are read at the same time; a third would take the core that calls need. */
const READER_THREADS = 2

interface Opening {
  readonly configuration: Configuration
  readonly log: Logger
}

/** Throws `db.in_use` when another process serves the same SQLite file. */
export async function openStorage({ configuration, log }: Opening, clock: Clock) {
  await mkdir(configuration.dataDir, { recursive: true, mode: 0o700 })
  const { databaseUrl, databaseWaitMs: waitMs } = configuration
  const file = databaseFile(databaseUrl)
  if (file !== '') requireUntruncated(file)
  const opening = { readerThreads: READER_THREADS, busyWaitMs: waitMs }
  const db = await openDatabase(databaseUrl, opening)
  const lock = db.file === undefined ? undefined : acquireServeLock(serveLockPath(db.file))
  if (db.file !== undefined && lock === undefined) {
    await db.close()
    throw new GatewayError('db.in_use', { path: db.file })
  }
  for (const warning of db.warnings) log.warn(warning)
  await migrate(db, { nowMs: clock.nowMs() })
  const watch = watchDatabase(db, log)
  const path = unsettledPath(configuration)
  const ledger = new SettlementRetryQueue({ db, path, log, clock, place: watch.place, waitMs })
  await ledger.recover()
  const owned = new OwnedStore({ db, log, clock, waitMs })
  const jobs = new JobStore({ db, clock })
  await jobs.recover()
  const heartbeat = await startHeartbeat({ db, log, clock, version: PROGRAM_VERSION })
  const isOpen = (callId: string) => ledger.isOpen(callId)
  const resolvedCalls = await resolveOpen(db, { nowMs: clock.nowMs(), isOpen })
  const { dataDir, secretKey } = configuration
  const sealer = await sealerFor(db, { dataDir, envKey: secretKey?.reveal() })
  const stored = new ResponseStore({ db, log, clock, sealer })
  const storedRuns = new RunStore({ db, sealer })
  const conversations = new ConversationStore({ db, log, clock, sealer })
  const close = async () => {
    watch.stop()
    await owned.close()
    await Promise.all([stored.close(), conversations.close()])
    await ledger.close()
    await heartbeat.stop()
    await db.close()
    lock?.release()
  }
  const answers = { stored, storedRuns, conversations }
  return { db, watch, ledger, owned, answers, jobs, resolvedCalls, sealer, heartbeat, close }
}
