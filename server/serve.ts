/** Composition root: database → services → relay → HTTP. */
import { rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { migrate } from '../db/migrate'
import { type Db, openDatabase } from '../db/open'
import { acquireServeLock } from '../db/serve-lock'
import { resolveOpen } from '../db/tables/reservations'
import { version } from '../package.json'
import { createChannelPorts } from './channel-clients'
import { type Clock, nowSeconds, systemClock } from './clock'
import { type Configuration, serveAddressPath, serveLockPath } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import { createApp } from './http/app'
import { clientAddress, trustedPeer } from './http/client-address'
import { publicRoutes } from './http/public-folder'
import { requestIds } from './http/request-id'
import { serverJobs } from './jobs'
import type { Logger } from './log'
import { createProbe } from './probe'
import { type Random, secureRandom } from './random'
import { createDialects } from './relay/dialects'
import { resolveAll } from './relay/guarded-lookup'
import { createMediaFetcher } from './relay/media'
import type { Health, Ledger, Reminders } from './relay/ports'
import { createRelay, type Relay } from './relay/relay'
import { createUpstream } from './relay/upstream'
import type { FindWorker } from './relay/worker'
import { createBackground } from './services/background'
import { createServices, type Services } from './services/create-services'
import { createChannelHealth } from './services/health/channel-health'
import { LONGEST_CALL_MS } from './services/ledger/resolve-abandoned'
import { createWindowLimiter } from './services/limits/window'
import { openSecret } from './services/options/secret'
import { createReminders } from './services/reminders/low-quota'
import { openSealer, type Sealer } from './services/seal'
import type { ServiceDeps } from './services/service-deps'
import { openSnapshot, type Snapshot } from './services/snapshot/snapshot'
import { createWebhookSender } from './webhook'

export interface ServeOptions {
  readonly configuration: Configuration
  readonly log: Logger
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
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

/** How long running calls may take to finish once the server is asked to stop. */
const STOP_LIMIT_MS = 30_000
/** When the tokenizer is loaded, in its thread; sooner if a call needs it. */
const WARM_AFTER_MS = 2_000
/** For one image or file that a client named by its address. */
const MEDIA_TIMEOUT_MS = 20_000

/** Throws `db.in_use` when another process serves the same SQLite file. */
export async function startServer(options: ServeOptions): Promise<Server> {
  const { configuration, log } = options
  const clock = options.clock ?? systemClock
  const random = options.random ?? secureRandom
  const { db, lock, resolvedCalls, sealer } = await openStorage(configuration, clock)
  const snapshot = await openSnapshot({ db, sealer, log })
  const place = { configuration, log, clock, random, db, sealer, snapshot }
  const { services, relay, background, jobs } = assemble(place)
  let isClosing = false
  const edge = {
    log,
    nextRequestId: requestIds(clock, random),
    addressOf: clientAddress(configuration.trustedProxies),
    isClosing: () => isClosing,
  }
  const app = createApp(
    { ...edge, relay, maxBodyMb: configuration.maxBodyMb },
    {
      ...edge,
      services,
      options: snapshot.options,
      isTrustedProxy: trustedPeer(configuration.trustedProxies),
      limiter: createWindowLimiter({ clock }),
      limits: { api: configuration.apiLimit, critical: configuration.criticalLimit },
      program: { version: process.env.GW_BUILD ?? version, startTime: nowSeconds(clock) },
    },
    await publicRoutes(configuration.publicDir),
  ).listen({
    port: configuration.port,
    hostname: configuration.host,
    // A slow first token is no reason to hang up; the upstream's own timeouts decide.
    idleTimeout: 0,
    // Without this two gateways could share a port, and each would get some of the calls.
    reusePort: false,
    // Bun would answer 413 without a body; `readBody` refuses in the client's own envelope.
    // Bytes that nobody reads are not kept, so this costs no memory.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  })
  const port = app.server?.port ?? configuration.port
  const idle = async () => {
    await relay.idle()
    await background.idle()
    await db.ledger.idle()
  }
  jobs.start()
  const closeRelay = warmSoon(relay)
  const url = `http://${urlHost(configuration.host)}:${port}`
  const announcement = announce(db, url)
  return {
    url,
    port,
    services,
    resolvedCalls,
    idle,
    async stop() {
      isClosing = true
      const { server } = app
      // What is billed may still be on its way to a slow client.
      const worked = Promise.all([jobs.stop(), background.stop()])
      const answered = worked.then(idle).then(() => server?.stop(false))
      await Promise.race([answered, Bun.sleep(STOP_LIMIT_MS)])
      await server?.stop(true)
      snapshot.stop()
      await closeRelay()
      announcement.withdraw()
      await db.close()
      lock?.release()
    },
  }
}

/**
 * Later than the first calls after a restart, which should not share their cores with it. The
 * returned function ends the relay's threads and connections.
 */
function warmSoon({ bodies, upstream }: Relay): () => Promise<void> {
  const timer = setTimeout(bodies.warm, WARM_AFTER_MS)
  timer.unref()
  return async () => {
    clearTimeout(timer)
    bodies.stop()
    await upstream.close()
  }
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

/** Throws `db.in_use` when another process serves the same SQLite file. */
async function openStorage(configuration: Configuration, clock: Clock) {
  await mkdir(configuration.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase(configuration.databaseUrl)
  const lock = db.file === undefined ? undefined : acquireServeLock(serveLockPath(db.file))
  if (db.file !== undefined && lock === undefined) {
    await db.close()
    throw new GatewayError('db.in_use', { path: db.file })
  }
  await migrate(db, { nowMs: clock.nowMs() })
  // On SQLite the lock proves that nobody else has calls open; other nodes may on PostgreSQL.
  const begunBeforeMs = lock === undefined ? clock.nowMs() - LONGEST_CALL_MS : undefined
  const resolvedCalls = await resolveOpen(db, { nowMs: clock.nowMs(), begunBeforeMs })
  const sealer = openSealer({
    dataDir: configuration.dataDir,
    envKey: configuration.secretKey?.reveal(),
  })
  return { db, lock, resolvedCalls, sealer }
}

interface Place {
  readonly configuration: Configuration
  readonly log: Logger
  readonly clock: Clock
  readonly random: Random
  readonly db: Db
  readonly sealer: Sealer
  readonly snapshot: Snapshot
}

/** Everything that works on the open database. */
function assemble(place: Place) {
  const { configuration, log, clock, random, db, sealer, snapshot } = place
  const background = createBackground(log)
  const { connectTimeoutMs, sweeps, accounts } = configuration
  const deps: ServiceDeps = {
    db,
    sealer,
    clock,
    random,
    changed: snapshot.changed,
    background,
    accounts,
    sendWebhook: createWebhookSender({ resolve: resolveAll, findWorker: workerFinder(place) }),
    tellRoot: (news) => background.run('notice to root', services.notifications.tellRoot(news)),
    probe: createProbe({ db, sealer, clock, timeouts: configuration, language: 'zh' }),
    channelPorts: createChannelPorts({
      db,
      sealer,
      clock,
      connectTimeoutMs,
      pauseMs: sweeps.pauseMs,
    }),
  }
  const services = createServices(deps)
  const { directory, options } = snapshot
  const health = createChannelHealth({ deps, directory, options, background, log })
  const warn = services.notifications.warnOfLowQuota
  const reminders = createReminders({ clock, background, warn })
  const relay = openRelay(place, { health, reminders })
  const jobs = serverJobs({ context: { services, sweeps }, log })
  return { services, relay, background, jobs }
}

function workerFinder({ snapshot, sealer }: Place): FindWorker {
  return () => {
    const { WorkerUrl: url, WorkerValidKey: key } = snapshot.options()
    return url === '' ? undefined : { url, key: openSecret(sealer, key) }
  }
}

interface Listeners {
  readonly health: Health
  readonly reminders: Reminders
}

function openRelay(place: Place, listeners: Listeners): Relay {
  const { configuration, log, clock, random, db, snapshot } = place
  return createRelay({
    directory: snapshot.directory,
    ledger: watchedLedger(db.ledger, log),
    ...listeners,
    clock,
    random,
    upstream: createUpstream({
      connectMs: configuration.connectTimeoutMs,
      firstByteMs: configuration.firstByteTimeoutMs,
      idleMs: configuration.idleTimeoutMs,
    }),
    dialects: createDialects(clock),
    fetchMedia: createMediaFetcher({
      resolve: resolveAll,
      timeoutMs: MEDIA_TIMEOUT_MS,
      findWorker: workerFinder(place),
    }),
    bodyLimits: { totalMb: configuration.bodyBudgetMb, maxBodyMb: configuration.maxBodyMb },
    drainLimitMs: configuration.drainLimitMs,
    clientIdleMs: configuration.clientIdleMs,
  })
}

/** A bill that cannot be written must not go unnoticed: its credits stay held until a restart. */
function watchedLedger(ledger: Ledger, log: Logger): Ledger {
  return {
    reserve: (order) => ledger.reserve(order),
    settle: async (order) => {
      try {
        await ledger.settle(order)
      } catch (error) {
        log.error('a call could not be settled', { request_id: order.reservation.callId, error })
        throw error
      }
    },
  }
}

/** A wildcard address is listened on, but nobody can call it. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
