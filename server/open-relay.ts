/** The relay on top of the services, as the server and its workers have it. */
import type { ListeningParts } from './call-listeners'
import type { ManagementProcess } from './management-process'
import { createRelay, type Relay, type RelayParts } from './relay/call/relay'
import { resolveAll } from './relay/net/guarded-lookup'
import { createMediaFetcher } from './relay/net/media'
import { createUpstream } from './relay/net/open-upstream'
import type { CallListener } from './relay/ports/ports'
import { createRequestLimits } from './relay/ports/request-limits'
import { createVendors } from './relay/upstreams/vendors'
import type { CommandProcesses } from './services/command-processes'
import { createCooldownLog } from './services/health/cooldown-log'
import type { DatabaseState } from './services/health/database-watch'
import type { JobStore } from './services/jobs/job-store'
import type { SettlementRetryQueue } from './services/ledger/settlement-retry-queue'
import { sharedRequestLimits } from './services/limits/shared-requests'
import { wrongKeyLimit } from './services/limits/wrong-keys'
import type { Heartbeat } from './services/nodes/heartbeat'
import type { OwnedStore } from './services/owned/owned-store'
import { tempFilesIn } from './temp-files'
import type { RequestCounts, WorkerHub } from './workers/hub'
import type { ProcessRole } from './workers/role'
import type { WriterLink } from './workers/writer-link'

/** For one image or file that a client named by its address. */
const MEDIA_TIMEOUT_MS = 20_000

export interface Place extends ListeningParts {
  readonly role: ProcessRole | undefined
  readonly commands: CommandProcesses | undefined
  readonly databaseState: () => DatabaseState
  readonly hub: WorkerHub | undefined
  readonly writer: WriterLink | undefined
  readonly ledger: SettlementRetryQueue
  readonly listeners: readonly CallListener[]
  readonly owned: OwnedStore
  readonly answers: Pick<Relay, 'stored' | 'storedRuns' | 'conversations'>
  readonly jobs: JobStore
  readonly heartbeat: Heartbeat
}

export function openRelay(
  place: Place,
  management: ManagementProcess,
  { listeners, openTrace }: Pick<RelayParts, 'listeners' | 'openTrace'>,
): Relay {
  const { configuration, clock, random, ledger, log } = place
  const counts = requestCounts(place, management)
  place.hub?.share(counts)
  const { snapshot, findWorker } = management
  const cooldowns = createCooldownLog({ ...place, background: management.background })
  return createRelay({
    directory: snapshot.directory,
    ledger,
    listeners,
    openTrace,
    onBrokenListener: (error) => log.error('a listener of calls failed', { error }),
    ...counts,
    clock,
    random,
    upstream: createUpstream(
      {
        connectMs: configuration.connectTimeoutMs,
        firstByteMs: configuration.firstByteTimeoutMs,
        idleMs: configuration.idleTimeoutMs,
      },
      clock,
    ),
    openVendors: createVendors,
    fetchMedia: createMediaFetcher({
      resolve: resolveAll,
      timeoutMs: MEDIA_TIMEOUT_MS,
      findWorker,
    }),
    openTempFile: tempFilesIn(configuration.dataDir, random),
    bodyLimits: { totalMb: configuration.memoryBudgetMb, maxBodyMb: configuration.maxBodyMb },
    owned: place.owned,
    ...place.answers,
    onBrokenRun: (id, error) => log.error('an answer could not be kept', { id, error }),
    jobs: place.jobs,
    onRest: cooldowns.record,
    drainLimitMs: configuration.drainLimitMs,
    openingLimitMs: configuration.openingLimitMs,
    clientIdleMs: configuration.clientIdleMs,
    answerLimitMs: configuration.answerLimitMs,
    idleMs: configuration.idleTimeoutMs,
    streamLimitMs: configuration.streamLimitMs,
    keepAliveMs: configuration.keepAliveMs,
  })
}

/** Counted by all nodes of a PostgreSQL database together, else by the one process that writes. */
function requestCounts(
  { db, writer, configuration }: Place,
  { openLimiter, background }: ManagementProcess,
): RequestCounts {
  const isPostgres = db.kind === 'postgres'
  if (writer !== undefined && !isPostgres) {
    return { limits: writer.requestLimits, wrongKeys: (ip) => writer.wrongKey(ip) }
  }
  const limiter = openLimiter('requests')
  return {
    limits: isPostgres ? sharedRequestLimits({ limiter, background }) : createRequestLimits(),
    wrongKeys: wrongKeyLimit(openLimiter('wrong keys'), configuration.wrongKeyLimit),
  }
}
