/**
 * The use cases put together, once for whatever a process is: a server, the screens of a terminal,
 * a command, a test. What it is beside that its roles say. Whatever reaches upstreams is loaded
 * when it is first needed, since most commands never do.
 */

import type { Db } from '../db/db'
import type { Clock } from './clock'
import type { AccountSettings, Configuration } from './configuration'
import type { Language } from './domain/i18n/translate'
import type { Probe } from './probe'
import { PROGRAM_VERSION } from './program-version'
import type { Random } from './random'
import type { FindWorker } from './relay/net/worker'
import type { Background } from './services/background'
import type { ChannelPorts } from './services/channel-ports'
import { createServices, type Services } from './services/create-services'
import { localLimiters, type OpenLimiter } from './services/limiter/limiter'
import { sharedLimiters } from './services/limiter/shared'
import { ValkeyCounts } from './services/limiter/valkey-counts'
import type { ValkeyLink } from './services/limiter/valkey-link'
import type { LivePort } from './services/live-port'
import type { Sealer } from './services/seal'
import type { JobActions, SendWebhook, ServiceDeps } from './services/service-deps'

export interface Parts {
  readonly db: Db
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
}

export interface Outside {
  /** Of what a channel test says. */
  readonly language: Language
  /** Asked when an upstream is first called: what does not matter must not stop a command. */
  readonly timeouts: () => Pick<
    Configuration,
    'connectTimeoutMs' | 'firstByteTimeoutMs' | 'idleTimeoutMs'
  >
  /** Milliseconds to rest between two channels of a walk over many. */
  readonly pauseMs: number
}

export interface Roles {
  /** A process that goes on when it has answered, and does then what need not be waited for. */
  readonly staying?: {
    readonly background: Background
    readonly accounts: AccountSettings
    readonly warnOfRefusedLogin: ServiceDeps['warnOfRefusedLogin']
    readonly commands: ServiceDeps['commands']
    readonly valkey: ValkeyLink | undefined
  }
  /** The process that relays: it knows its calls, and its way out may be a worker. */
  readonly relaying?: {
    readonly isCallOpen: (callId: string) => boolean
    readonly findWorker: FindWorker
    /** There when the relay is, which is built on top of the services. */
    readonly jobActions: () => JobActions
    readonly reportNode: () => Promise<void>
    readonly live: LivePort
  }
}

export interface Composed {
  readonly deps: ServiceDeps
  readonly openLimiter: OpenLimiter
  readonly services: Services
}

export function compose(parts: Parts, outside: Outside, roles: Roles = {}): Composed {
  const { staying, relaying } = roles
  // What a command asks, nobody else does at the same time.
  const isShared = parts.db.kind === 'postgres' && staying !== undefined
  const valkey = staying?.valkey
  const counts = valkey && new ValkeyCounts(parts.db, valkey)
  const openLimiter = isShared ? sharedLimiters(parts.db, counts) : localLimiters(parts.clock)
  const probe = lazyProbe(parts, outside)
  const deps: ServiceDeps = {
    ...parts,
    openLimiter,
    valkeyProblem: valkey && (() => valkey.problem()),
    guesses: openLimiter('guesses'),
    probe,
    probeDraft: probe,
    channelPorts: lazyChannelPorts(parts, outside),
    version: PROGRAM_VERSION,
    readReleases: async (address) => await (await import('./releases')).readReleases(address),
    callPaymentService: async (request) =>
      await (await import('./payment-client')).callPaymentService(request),
    readPriceList: async (order) => await (await import('./price-lists/read')).readPriceList(order),
    printPdf: async (document) => await (await import('./pdf/print')).printPdf(document),
    sendWebhook: lazyWebhook(relaying?.findWorker),
    jobActions: lazyJobActions(parts, outside, relaying?.jobActions),
    isCallOpen: relaying?.isCallOpen,
    reportNode: relaying?.reportNode,
    live: relaying?.live,
    ...staying,
    notifyRoot:
      staying &&
      ((news) => staying.background.run('notice to root', services.notifications.tellRoot(news))),
  }
  const services: Services = createServices(deps)
  return { deps, services, openLimiter }
}

function lazyProbe(parts: Parts, { language, timeouts }: Outside): Probe {
  return async (source, model) => {
    const { createProbe } = await import('./probe')
    return await createProbe({ ...parts, timeouts: timeouts(), language })(source, model)
  }
}

function lazyChannelPorts(parts: Parts, { timeouts, pauseMs }: Outside): ChannelPorts {
  const ports = async () => {
    const { createChannelPorts } = await import('./channel-clients')
    const { connectTimeoutMs } = timeouts()
    return createChannelPorts({ ...parts, connectTimeoutMs, pauseMs })
  }
  return {
    pauseMs,
    readBalance: async (channelId) => await (await ports()).readBalance(channelId),
    verify: async (channelId, order) => await (await ports()).verify(channelId, order),
    record: async (channelId, asked) => await (await ports()).record(channelId, asked),
    readPrices: async (channelId) => await (await ports()).readPrices(channelId),
    reportsBalance: async (type) => await (await ports()).reportsBalance(type),
    routeApi: async (channelId, asked) => await (await ports()).routeApi(channelId, asked),
    listModels: async (source) => await (await ports()).listModels(source),
    listModelsByKey: async (id) => await (await ports()).listModelsByKey(id),
    checkHost: async (hostname) => await (await ports()).checkHost(hostname),
  }
}

function lazyJobActions(
  parts: Parts,
  { timeouts }: Outside,
  own: (() => JobActions) | undefined,
): JobActions {
  const actions = async () => {
    if (own !== undefined) return own()
    const { temporaryJobActions } = await import('./job-actions')
    return temporaryJobActions({ ...parts, timeouts })
  }
  return {
    cancel: async (id) => await (await actions()).cancel(id),
    retry: async (id, asking) => await (await actions()).retry(id, asking),
  }
}

function lazyWebhook(findWorker: FindWorker | undefined): SendWebhook {
  return async (request) => {
    const { createWebhookSender } = await import('./webhook')
    return await createWebhookSender({ findWorker })(request)
  }
}
