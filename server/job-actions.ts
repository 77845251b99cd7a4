/**
 * Composition of what is done about single jobs. A server does it with the relay that it has;
 * other processes ask providers themselves, and whoever ends a job first is whose end is written.
 */
import type { Configuration } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import { createLogger } from './log'
import { createRelay } from './relay/call/relay'
import { JobMachine } from './relay/jobs/machine'
import { retryJob } from './relay/jobs/retry'
import type { JobRelay } from './relay/jobs/submit'
import { resolveAll } from './relay/net/guarded-lookup'
import { createMediaFetcher } from './relay/net/media'
import { createUpstream } from './relay/net/open-upstream'
import { createRequestLimits } from './relay/ports/request-limits'
import { createVendors } from './relay/upstreams/vendors'
import { JobStore } from './services/jobs/job-store'
import { OwnedStore } from './services/owned/owned-store'
import type { JobActions, ServiceDeps } from './services/service-deps'
import { openSnapshot } from './services/snapshot/snapshot'
import { ConversationStore } from './services/stored-responses/conversation-store'
import { RunStore } from './services/stored-responses/run-store'
import { ResponseStore } from './services/stored-responses/store'
import { tempFilesIn } from './temp-files'

/** Over a relay that is there. */
export function createJobActions(ports: JobRelay): JobActions {
  const jobOf = async (id: string) => {
    const job = await ports.relay.jobs.byId(id)
    if (job === undefined) throw new GatewayError('job.not_found', { id })
    return job
  }
  return {
    async cancel(id) {
      const { state } = await ports.machine.cancel(await jobOf(id))
      return { id, state }
    },
    async retry(id, asking) {
      const { id: newId, state } = await retryJob(ports, await jobOf(id), asking)
      return { id: newId, state }
    },
  }
}

interface JobActionParts extends Pick<ServiceDeps, 'db' | 'sealer' | 'clock' | 'random'> {
  readonly timeouts: () => Pick<
    Configuration,
    'connectTimeoutMs' | 'firstByteTimeoutMs' | 'idleTimeoutMs'
  >
}

/** For one act: everything that it opens is closed behind it. */
export function temporaryJobActions(parts: JobActionParts): JobActions {
  return {
    cancel: (id) => actOnJob(parts, (actions) => actions.cancel(id)),
    retry: (id, asking) => actOnJob(parts, (actions) => actions.retry(id, asking)),
  }
}

const MEDIA_TIMEOUT_MS = 20_000
const BODY_MB = 64

async function actOnJob<Result>(
  parts: JobActionParts,
  run: (actions: JobActions) => Promise<Result>,
): Promise<Result> {
  const { db, sealer, clock, random, timeouts } = parts
  const log = createLogger({ write: () => {}, readable: false, level: 'error', clock })
  const snapshot = await openSnapshot({ db, sealer, log, clock })
  const { connectTimeoutMs, firstByteTimeoutMs, idleTimeoutMs } = timeouts()
  const upstream = createUpstream({
    connectMs: connectTimeoutMs,
    firstByteMs: firstByteTimeoutMs,
    idleMs: idleTimeoutMs,
  })
  const owned = new OwnedStore({ db, log, clock, waitMs: firstByteTimeoutMs })
  const relay = createRelay({
    directory: snapshot.directory,
    ledger: db.ledger,
    listeners: [],
    onBrokenListener: () => {},
    onRest: () => {},
    limits: createRequestLimits(),
    wrongKeys: () => 0,
    clock,
    random,
    upstream,
    openVendors: createVendors,
    fetchMedia: createMediaFetcher({ resolve: resolveAll, timeoutMs: MEDIA_TIMEOUT_MS }),
    openTempFile: tempFilesIn('', random),
    bodyLimits: { totalMb: BODY_MB, maxBodyMb: BODY_MB },
    owned,
    stored: new ResponseStore({ db, clock, log, sealer }),
    storedRuns: new RunStore({ db, sealer }),
    conversations: new ConversationStore({ db, clock, log, sealer }),
    onBrokenRun: () => {},
    jobs: new JobStore({ db, clock }),
    drainLimitMs: firstByteTimeoutMs,
    openingLimitMs: firstByteTimeoutMs,
    clientIdleMs: idleTimeoutMs,
    answerLimitMs: firstByteTimeoutMs,
    idleMs: idleTimeoutMs,
    streamLimitMs: firstByteTimeoutMs,
    keepAliveMs: 0,
  })
  try {
    return await run(createJobActions({ relay, machine: new JobMachine(relay) }))
  } finally {
    await db.ledger.idle()
    relay.bodies.stop()
    await owned.close()
    await upstream.close()
    snapshot.stop()
  }
}
