/**
 * Composition of the management API without a server: nothing listens and nothing is relayed.
 * The terminal screens use it on a database that no server of this machine has open.
 */
import type { Db } from '../db/open'
import { version } from '../package.json'
import { createChannelPorts } from './channel-clients'
import { type Clock, nowSeconds } from './clock'
import type { Configuration } from './configuration'
import { apiApp } from './http/api-app'
import { clientAddress, trustedPeer } from './http/client-address'
import { requestIds } from './http/request-id'
import type { Logger } from './log'
import { createProbe } from './probe'
import type { Random } from './random'
import { createBackground } from './services/background'
import { createServices, type Services } from './services/create-services'
import { sealerFor } from './services/database/keyed'
import { createWindowLimiter } from './services/limits/window'
import { openSnapshot } from './services/snapshot/snapshot'
import { createWebhookSender } from './webhook'

export interface AdminAppParts {
  readonly db: Db
  readonly configuration: Configuration
  readonly log: Logger
  readonly clock: Clock
  readonly random: Random
}

export interface AdminApp {
  readonly services: Services
  readonly answer: (request: Request) => Promise<Response>
  /** Ends what still goes on, such as a test of all channels; the database stays open. */
  readonly close: () => Promise<void>
}

export async function openAdminApp(parts: AdminAppParts): Promise<AdminApp> {
  const { db, configuration, log, clock, random } = parts
  const { dataDir, secretKey, connectTimeoutMs, sweeps, accounts } = configuration
  const sealer = await sealerFor(db, { dataDir, envKey: secretKey?.reveal() })
  const snapshot = await openSnapshot({ db, sealer, log, clock })
  const background = createBackground(log)
  const services: Services = createServices({
    db,
    sealer,
    clock,
    random,
    background,
    accounts,
    tellRoot: (news) => background.run('notice to root', services.notifications.tellRoot(news)),
    sendWebhook: createWebhookSender({}),
    probe: createProbe({ db, sealer, clock, timeouts: configuration, language: 'zh' }),
    channelPorts: createChannelPorts({
      db,
      sealer,
      clock,
      connectTimeoutMs,
      pauseMs: sweeps.pauseMs,
    }),
  })
  const app = apiApp({
    services,
    log,
    options: snapshot.options,
    nextRequestId: requestIds(clock, random),
    addressOf: clientAddress([]),
    isTrustedProxy: trustedPeer([]),
    limiter: createWindowLimiter({ clock }),
    // There is one caller, who could change the database without us.
    limits: { api: undefined, critical: configuration.criticalLimit },
    program: { version: process.env.GW_BUILD ?? version, startTime: nowSeconds(clock) },
    bodyTimeoutMs: configuration.bodyTimeoutMs,
    isClosing: () => false,
  })
  return {
    services,
    answer: async (request) => await app.handle(request),
    async close() {
      await background.stop()
      snapshot.stop()
    },
  }
}
