/** Composition root: database → services → relay → HTTP. */
import { callListeners } from './call-listeners'
import { type Clock, systemClock } from './clock'
import type { Configuration } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import { createApp, createWorkerApp } from './http/app'
import { clientAddress, trustedPeer } from './http/client-address'
import { listenForScrapes, type MetricsPlace, type OpenPort } from './http/metrics/routes'
import { OpenSockets } from './http/open-sockets'
import { type ProxyWatch, watchProxies } from './http/proxy-watch'
import { publicRoutes } from './http/public-folder'
import { believePeers } from './http/relay/forward'
import { requestIds } from './http/request-id'
import { createJobActions } from './job-actions'
import { announce, listening, urlHost, withoutExitListener } from './listening'
import type { Logger } from './log'
import { type ManagementProcess, openManagementProcess } from './management-process'
import { type Metrics, openMetrics } from './metrics'
import { openRelay, type Place } from './open-relay'
import { PROGRAM_VERSION } from './program-version'
import { type Random, secureRandom } from './random'
import type { SecretBox } from './relay/call/admission/client-secret'
import { JobMachine } from './relay/jobs/machine'
import { JobPoller } from './relay/objects/job-poller'
import type { CallListener } from './relay/ports/ports'
import { serverJobs } from './schedule'
import { serverHealth } from './server-health'
import type { Background } from './services/background'
import type { CommandProcesses } from './services/command-processes'
import type { Services } from './services/create-services'
import { watchUpstreams } from './services/health/upstream-watch'
import { notifyJobEnd } from './services/jobs/notify'
import { createLiveCalls, livePort, liveProcess } from './services/live/live-calls'
import type { Sealer } from './services/seal'
import { SYSTEM_ACTOR } from './services/service-deps'
import { openStorage } from './storage'
import type { Telemetry } from './telemetry/open'
import { type ProcessRole, requestsPath } from './workers/role'

export interface ServeOptions {
  readonly configuration: Configuration
  readonly log: Logger
  /** Of a gateway of several processes: what this one is. */
  readonly role?: ProcessRole | undefined
  /** Told when this process can be reached, and at which port if it has one. */
  readonly ready?: ((port: number) => void) | undefined
  /** A worker and its writer are of two versions: this one must end. */
  readonly outdated?: (() => void) | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
  /** Runs commands of the terminal for whoever is elsewhere. */
  readonly commands?: CommandProcesses | undefined
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
/** What a worker takes beyond its calls to write the last of them and leave. */
const LEAVE_MS = 5000
/** What the sealed keys of sockets are for; no other sealed text opens as one. */
const SOCKET_SECRETS = 'realtime.client_secret'
const UPLOAD_SECRETS = 'upload address'

/** Throws `db.in_use` when another process serves the same SQLite file. */
export async function startServer(options: ServeOptions): Promise<Server> {
  const { configuration, log, listeners = [], clock = systemClock, random = secureRandom } = options
  const { role, ready = () => {}, outdated = () => {}, commands } = options
  const storage = await openStorage({ configuration, log, clock, role, outdated })
  const { resolvedCalls, hub, writer } = storage
  const isWorker = writer !== undefined
  const given = { configuration, log, clock, random, listeners, role, isWorker, commands }
  const place: Place = { ...given, ...storage }
  const management = await openManagementProcess(place, {
    isCallOpen: storage.isCallOpen,
    jobActions: () => assembled.jobActions,
    reportNode: storage.heartbeat.report,
    live: livePort(() => assembled.live, hub),
  })
  const { services } = management
  const telemetry = await telemetryOf(place)
  const assembled = assemble(place, management, telemetry)
  await begin(place, management)
  let isClosing = false
  const { created, resting } = await openApp(place, management, {
    ...assembled,
    isClosing: () => isClosing,
  })
  const app = withoutExitListener(() => created.listen(listening(configuration, log, role)))
  assembled.work.start()
  const ownPort = app.server?.port ?? configuration.port
  if (hub !== undefined && app.server) believePeers(app.server)
  ready(ownPort)
  const url = (await hub?.url()) ?? `http://${urlHost(configuration.host)}:${ownPort}`
  writer?.listens(url)
  const scrapes = isWorker ? undefined : openScrapes(place, assembled)
  const { withdraw } = announce(isWorker ? undefined : storage.db.file, url)
  return {
    url,
    port: Number(new URL(url).port),
    services,
    resolvedCalls,
    idle: assembled.idle,
    async stop() {
      // What workers still have to write is written.
      await hub?.idle(configuration.stopLimitMs + FAREWELL_MS + LEAVE_MS)
      isClosing = true
      for (const leave of resting) leave()
      await finishCalls(assembled, app, configuration)
      await telemetry?.stop()
      management.snapshot.stop()
      await management.valkey?.close()
      assembled.metrics?.stop()
      await scrapes?.stop()
      assembled.relay.bodies.stop()
      await assembled.relay.upstream.close()
      withdraw()
      await storage.close()
    },
  }
}

/** What the last life of this process has left, and what the server does once for all. */
async function begin({ isWorker }: Place, { services, background }: ManagementProcess) {
  if (!isWorker) {
    await services.channels.sealProxies(SYSTEM_ACTOR)
    // The screens of a terminal may be of another version than what serves.
    background.run('noting the release', services.overview.recordRelease())
  }
  await services.storedResponses.failLost(true)
}

type Assembled = ReturnType<typeof assemble>
type Opened = Pick<Assembled, 'relay' | 'followers' | 'metrics' | 'upstreams'> & {
  readonly isClosing: () => boolean
}

/** The routes, and the ends of sockets that rest between calls. */
async function openApp(
  place: Place,
  { services, background, api, valkey }: ManagementProcess,
  { relay, followers, metrics, upstreams, isClosing }: Opened,
) {
  const { configuration, log, clock, random, role, sealer } = place
  const { sockets, bodyTimeoutMs, maxBodyMb, publicDir } = configuration
  const proxies = watchedProxies(configuration, { services, background, log })
  const edge = {
    log,
    nextRequestId: requestIds(clock, random),
    addressOf: proxies.addressOf,
    isClosing,
    resting: new Set<() => void>(),
    sockets: new OpenSockets(sockets),
    bodyTimeoutMs,
  }
  const relayEdge = {
    ...edge,
    relay,
    ...followers,
    secrets: secretBox(sealer, SOCKET_SECRETS),
    uploads: secretBox(sealer, UPLOAD_SECRETS),
    maxBodyMb,
    limitsOf: services.limits.own,
    plansOf: services.subscriptions.activeOf,
    health: serverHealth(place, { ...proxies, upstreams, valkey }),
  }
  const { resting } = edge
  if (role?.kind === 'worker') {
    return { resting, created: createWorkerApp(relayEdge, requestsPath(role)) }
  }
  const apiEdge = { ...edge, ...api, ...apiLimits(configuration) }
  const ownFiles = await publicRoutes(publicDir)
  const besides = { ownFiles, metrics: metricsPlace(configuration, metrics) }
  return { resting, created: createApp(relayEdge, apiEdge, besides) }
}

function metricsPlace(
  { metrics: settings }: Configuration,
  metrics: Metrics | undefined,
): MetricsPlace | undefined {
  return settings && metrics && { settings, scrape: metrics.scrape }
}

/** Prometheus often comes from a network that is not to reach anything else. */
function openScrapes({ configuration, log }: Place, { metrics }: Assembled): OpenPort | undefined {
  const place = metricsPlace(configuration, metrics)
  const open = place && listenForScrapes(place)
  if (open !== undefined) log.info('metrics are served', { url: `${open.url}/metrics` })
  return open
}

interface Listening {
  readonly server: { readonly stop: (isAtOnce: boolean) => Promise<void> } | null
}

/** Lets running calls end for a while, then ends them, and writes what they cost. */
async function finishCalls(
  { work, idle, billed, relay }: Assembled,
  { server }: Listening,
  { stopLimitMs }: Configuration,
): Promise<void> {
  // What is billed may still be on its way to a slow client.
  const worked = work.stop()
  const answered = worked.then(idle).then(() => server?.stop(false))
  await Promise.race([answered, Bun.sleep(stopLimitMs)])
  relay.stop(new GatewayError('shutting_down'))
  await billed()
  await Promise.race([answered, Bun.sleep(FAREWELL_MS)])
  await server?.stop(true)
}

function apiLimits({ trustedProxies, apiLimit, criticalLimit }: Configuration) {
  return {
    isTrustedProxy: trustedPeer(trustedProxies),
    limits: { api: apiLimit, critical: criticalLimit },
  }
}

function secretBox(sealer: Sealer, purpose: string): SecretBox {
  return {
    seal: (text) => sealer.seal(text, purpose),
    open: (sealed) => sealer.open(sealed, purpose),
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

/** Loaded where a collector is named; elsewhere it takes no memory. */
async function telemetryOf({ configuration, log, clock, random }: Place) {
  const { telemetry: settings } = configuration
  if (settings === undefined) return undefined
  const { openTelemetry } = await import('./telemetry/open')
  return await openTelemetry({ settings, log, clock, random, version: PROGRAM_VERSION })
}

function loadOf({ ledger }: Place, relay: Pick<ReturnType<typeof openRelay>, 'running'>) {
  return { in_flight: relay.running().length, settlements_waiting: ledger.health().waiting }
}

/** What only the server does: it relays, and works by itself. */
function assemble(place: Place, management: ManagementProcess, telemetry: Telemetry | undefined) {
  const { configuration, log, db } = place
  const { services, background } = management
  const { listeners, flush } = callListeners(place, management)
  const metrics = openMetrics(place, management)
  let calls = 0
  const counter: CallListener = {
    settled() {
      calls += 1
    },
  }
  const recent = createLiveCalls(place.clock)
  const upstreams = watchUpstreams()
  const watching = [counter, recent.listener, upstreams.listener]
  const asked = [metrics?.listener, telemetry?.listener].filter((each) => each !== undefined)
  const relay = openRelay(place, management, {
    listeners: [...listeners, ...watching, ...asked, ...place.listeners],
    openTrace: telemetry?.openTrace,
  })
  metrics?.watch(relay)
  const live = liveProcess(recent, relay.running)
  place.heartbeat.watch(() => ({ ...loadOf(place, relay), calls }))
  const isResting = place.heartbeat.isDraining
  const jobs = serverJobs({ context: { services, sweeps: configuration.sweeps }, log, isResting })
  const poller = new JobPoller({
    relay,
    warn: ({ id }, error) => log.warn('work upstream could not be looked at', { id, error }),
  })
  const machine = new JobMachine(relay)
  const followers = { poller, machine, sign: place.sealer.keyedHashes }
  const { hub, writer } = place
  writer?.relays(live)
  hub?.onJob(() => {
    poller.wake()
    machine.wake()
  })
  const work = {
    start() {
      void place.ledger.prepare()
      if (writer !== undefined) {
        for (const follower of [poller, machine]) follower.leaveTo(() => writer.wake())
        return
      }
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
  const jobActions = createJobActions({ relay, machine })
  return { relay, followers, upstreams, live, metrics, jobActions, work, billed, idle }
}
