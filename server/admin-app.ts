/**
 * Composition of the management API without a server: nothing listens and nothing is relayed.
 * The terminal screens use it on a database that no server of this machine has open.
 */
import type { Db } from '../db/db'
import type { Clock } from './clock'
import type { Configuration } from './configuration'
import { apiApp } from './http/api-app'
import { clientAddress, trustedPeer } from './http/client-address'
import { requestIds } from './http/request-id'
import type { Logger } from './log'
import { openManagementProcess } from './management-process'
import type { Random } from './random'
import type { Services } from './services/create-services'
import { sealerFor, sealerPlace } from './services/database/keyed'

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
  const { db, configuration, clock, random } = parts
  const sealer = await sealerFor(db, sealerPlace(configuration))
  const { services, snapshot, background, api } = await openManagementProcess({ ...parts, sealer })
  const app = apiApp({
    ...api,
    nextRequestId: requestIds(clock, random),
    addressOf: clientAddress([]),
    isTrustedProxy: trustedPeer([]),
    // There is one caller, who could change the database without us.
    limits: { api: undefined, critical: configuration.criticalLimit },
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
