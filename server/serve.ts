/** Composition root: database → services → relay → HTTP. */
import { rmSync, writeFileSync } from 'node:fs'
import type { Db } from '../db/db'
import { callListeners } from './call-listeners'
import { type Clock, systemClock } from './clock'
import { type Configuration, serveAddressPath } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import { createApp } from './http/app'
import { clientAddress, trustedPeer } from './http/client-address'
import { REST_SECONDS } from './http/connection'
import { OpenSockets } from './http/open-sockets'
import { type ProxyWatch, watchProxies } from './http/proxy-watch'
import { publicRoutes } from './http/public-folder'
import type { ServerHealth } from './http/relay/health'
import { requestIds } from './http/request-id'
import { createJobActions } from './job-actions'
import type { Logger } from './log'
import {
  type ManagementParts,
  type ManagementProcess,
  openManagementProcess,
} from './management-process'
import { type Random, secureRandom } from './random'
import type { SecretBox } from './relay/call/admission/client-secret'
import { createRelay, type Relay } from './relay/call/relay'
import { JobMachine } from './relay/jobs/machine'
import { resolveAll } from './relay/net/guarded-lookup'
import { createMediaFetcher } from './relay/net/media'
import { createUpstream } from './relay/net/open-upstream'
import { JobPoller } from './relay/objects/job-poller'
import type { CallListener } from './relay/ports/ports'
import { createRequestLimits } from './relay/ports/request-limits'
import { createVendors } from './relay/upstreams/vendors'
import { serverJobs } from './schedule'
import type { Background } from './services/background'
import type { Services } from './services/create-services'
import { createCooldownLog } from './services/health/cooldown-log'
import type { DatabaseWatch } from './services/health/database-watch'
import type { JobStore } from './services/jobs/job-store'
import { notifyJobEnd } from './services/jobs/notify'
import type { SettlementRetryQueue } from './services/ledger/settlement-retry-queue'
import { wrongKeyLimit } from './services/limits/wrong-keys'
import type { Heartbeat } from './services/nodes/heartbeat'
import type { OwnedStore } from './services/owned/owned-store'
import type { Sealer } from './services/seal'
import { SYSTEM_ACTOR } from './services/service-deps'
import { openStorage } from './storage'
import { tempFilesIn } from './temp-files'

export interface ServeOptions {
  readonly configuration: Configuration
  readonly log: Logger
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
  /** Told what happens to calls, after those that belong to the product. */
  readonly listeners?: readonly CallListener[] | undefined
}

export interface Server {
  readonly url: string
  readonly port: number
  readonly services: Services
  /** Calls that a crash left open and this start resolved. */
  readonly resolvedCalls: number
  /** Resolves when no call runs and every bill is written. */
  readonly idle: () => Promise<void>
  /** Refuses new calls, lets running ones finish for a while, then closes everything. */
  readonly stop: () => Promise<void>
}

/** What was cut off is told so, and gets this long to read it. */
const FAREWELL_MS = 1000
/** What the sealed keys of sockets are for; no other sealed text opens as one. */
const SOCKET_SECRETS = 'realtime.client_secret'
const UPLOAD_SECRETS = 'upload address'
/** For one image or file that a client named by its address. */
const MEDIA_TIMEOUT_MS = 20_000

/** Throws `db.in_use` when another process serves the same SQLite file. */
export async function startServer(options: ServeOptions): Promise<Server> {
  const { configuration, log, listeners = [], clock = systemClock, random = secureRandom } = options
  const storage = await openStorage(options, clock)
  const { db, ledger, resolvedCalls, sealer } = storage
  const place = { configuration, log, clock, random, listeners, ...storage }
  const management = await openManagementProcess(place, {
    isCallOpen: (callId) => ledger.isOpen(callId),
    jobActions: () => assembled.jobActions,
    reportNode: storage.heartbeat.report,
  })
  const { services, background, snapshot } = management
  const assembled = assemble(place, management)
  const { relay, followers, work, billed, idle } = assembled
  await services.channels.sealProxies(SYSTEM_ACTOR)
  await services.storedResponses.failLost(true)
  let isClosing = false
  const proxies = watchedProxies(configuration, { services, background, log })
  const edge = {
    log,
    nextRequestId: requestIds(clock, random),
    addressOf: proxies.addressOf,
    isClosing: () => isClosing,
    resting: new Set<() => void>(),
    sockets: new OpenSockets(configuration.sockets),
    bodyTimeoutMs: configuration.bodyTimeoutMs,
  }
  const created = createApp(
    {
      ...edge,
      relay,
      ...followers,
      secrets: secretBox(sealer, SOCKET_SECRETS),
      uploads: secretBox(sealer, UPLOAD_SECRETS),
      maxBodyMb: configuration.maxBodyMb,
      limitsOf: services.limits.own,
      health: serverHealth(storage, proxies),
    },
    { ...edge, ...management.api, ...apiLimits(configuration) },
    await publicRoutes(configuration.publicDir),
  )
  const app = withoutExitListener(() => created.listen(listening(configuration, log)))
  work.start()
  const port = app.server?.port ?? configuration.port
  const url = `http://${urlHost(configuration.host)}:${port}`
  const { withdraw } = announce(db, url)
  return {
    url,
    port,
    services,
    resolvedCalls,
    idle,
    async stop() {
      isClosing = true
      for (const leave of edge.resting) leave()
      // What is billed may still be on its way to a slow client.
      const worked = work.stop()
      const answered = worked.then(idle).then(() => app.server?.stop(false))
      await Promise.race([answered, Bun.sleep(configuration.stopLimitMs)])
      relay.stop(new GatewayError('shutting_down'))
      await billed()
      await Promise.race([answered, Bun.sleep(FAREWELL_MS)])
      await app.server?.stop(true)
      snapshot.stop()
      relay.bodies.stop()
      await relay.upstream.close()
      withdraw()
      await storage.close()
    },
  }
}

function apiLimits({ trustedProxies, apiLimit, criticalLimit }: Configuration) {
  return {
    isTrustedProxy: trustedPeer(trustedProxies),
    limits: { api: apiLimit, critical: criticalLimit },
  }
}

function listening({ port, host }: Configuration, log: Logger) {
  return {
    port,
    hostname: host,
    // While a route is at work this is off: a slow first token is no reason to hang up.
    idleTimeout: REST_SECONDS,
    // Its page for developers would show strangers our files.
    development: false,
    error: (error: unknown) => lastResort(log, error),
    // Without this two gateways could share a port, and each would get some of the calls.
    reusePort: false,
    // Bun would answer 413 without a body; `readBody` refuses in the client's own envelope.
    // Bytes that nobody reads are not kept, so this costs no memory.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  }
}

/**
 * Elysia stops its server when the loop runs dry, and keeps all of it in memory for that, also
 * when it was stopped long ago. Whoever starts a server here stops it.
 */
function withoutExitListener<T>(listen: () => T): T {
  const others = new Set(process.listeners('beforeExit'))
  const listens = listen()
  for (const listener of process.listeners('beforeExit')) {
    if (!others.has(listener)) process.off('beforeExit', listener)
  }
  return listens
}

/** What no route has answered, and nothing of ours has thrown. */
function lastResort(log: Logger, error: unknown): Response {
  log.error('request failed', { error })
  return new Response(null, { status: 500, headers: { connection: 'close' } })
}

interface Watched {
  readonly ledger: SettlementRetryQueue
  readonly watch: DatabaseWatch
  readonly heartbeat: Heartbeat
}

function secretBox(sealer: Sealer, purpose: string): SecretBox {
  return {
    seal: (text) => sealer.seal(text, purpose),
    open: (sealed) => sealer.open(sealed, purpose),
  }
}

/** Looked at whenever somebody asks. */
function serverHealth(
  { ledger, watch, heartbeat }: Watched,
  proxies: ProxyWatch,
): () => ServerHealth {
  return () => {
    const { writes, waiting } = ledger.health()
    const place = watch.look()
    const file = place === 'there' ? 'ok' : place
    const database = file === 'ok' && !writes ? 'unwritable' : file
    const isDraining = heartbeat.isDraining()
    return { database, waiting, isDraining, isProxyUnbelieved: proxies.isUnbelieved() }
  }
}

interface Told {
  readonly services: Services
  readonly background: Background
  readonly log: Logger
}

function watchedProxies(
  { trustedProxies }: Configuration,
  { services, background, log }: Told,
): ProxyWatch {
  return watchProxies({
    addressOf: clientAddress(trustedProxies),
    isTrusted: trustedPeer(trustedProxies),
    tell({ peer, isNear }) {
      const hint = 'if it is your reverse proxy, name it in GW_TRUSTED_PROXIES'
      log.warn('X-Forwarded-For of an unknown proxy is not believed', { peer, hint })
      // Anybody outside could make root get a mail; what stands in our own network is ours.
      if (isNear) background.run('notice to root', services.notifications.tellRootOfProxy(peer))
    },
  })
}

/** Tells programs on this machine, which can see who serves but not where. */
function announce(db: Db, url: string) {
  const path = db.file === undefined ? undefined : serveAddressPath(db.file)
  if (path !== undefined) writeFileSync(path, url, { mode: 0o600 })
  return {
    withdraw() {
      if (path !== undefined) rmSync(path, { force: true })
    },
  }
}

interface Place extends ManagementParts {
  readonly ledger: SettlementRetryQueue
  readonly listeners: readonly CallListener[]
  readonly owned: OwnedStore
  readonly answers: Pick<Relay, 'stored' | 'storedRuns' | 'conversations'>
  readonly jobs: JobStore
  readonly heartbeat: Heartbeat
}

/** What only the server does: it relays, and works by itself. */
function assemble(place: Place, management: ManagementProcess) {
  const { configuration, log, db } = place
  const { services, background } = management
  const { listeners, flush } = callListeners(place, management)
  let calls = 0
  const counter: CallListener = {
    settled() {
      calls += 1
    },
  }
  const relay = openRelay(place, management, [...listeners, counter, ...place.listeners])
  place.heartbeat.watch(() => ({ in_flight: relay.running().length, calls }))
  const isResting = place.heartbeat.isDraining
  const jobs = serverJobs({ context: { services, sweeps: configuration.sweeps }, log, isResting })
  const poller = new JobPoller({
    relay,
    warn: ({ id }, error) => log.warn('work upstream could not be looked at', { id, error }),
  })
  const machine = new JobMachine(relay)
  const followers = { poller, machine, sign: place.sealer.keyedHash }
  const work = {
    start() {
      void place.ledger.prepare()
      jobs.start()
      poller.start()
      machine.start({
        warn: ({ id }, error) => log.warn('a job could not be followed', { id, error }),
        tell: (job) => notifyJobEnd(management.deps, job),
      })
    },
    stop: () => Promise.all([jobs.stop(), poller.stop(), machine.stop(), background.stop()]),
  }
  const billed = async () => {
    await relay.idle()
    await relay.runs.idle()
    await flush()
    await db.ledger.idle()
  }
  const idle = async () => {
    await relay.idle()
    await background.idle()
    await billed()
  }
  return { relay, followers, jobActions: createJobActions({ relay, machine }), work, billed, idle }
}

function openRelay(
  place: Place,
  management: ManagementProcess,
  listeners: readonly CallListener[],
): Relay {
  const { configuration, clock, random, ledger, log } = place
  const { snapshot, findWorker } = management
  const cooldowns = createCooldownLog({ ...place, background: management.background })
  return createRelay({
    directory: snapshot.directory,
    ledger,
    listeners,
    onBrokenListener: (error) => log.error('a listener of calls failed', { error }),
    limits: createRequestLimits(),
    wrongKeys: wrongKeyLimit(clock, configuration.wrongKeyLimit),
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
    onRest: cooldowns.heard,
    drainLimitMs: configuration.drainLimitMs,
    openingLimitMs: configuration.openingLimitMs,
    clientIdleMs: configuration.clientIdleMs,
    answerLimitMs: configuration.answerLimitMs,
    idleMs: configuration.idleTimeoutMs,
    streamLimitMs: configuration.streamLimitMs,
    keepAliveMs: configuration.keepAliveMs,
  })
}

/** A wildcard address is listened on, but nobody can call it. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
