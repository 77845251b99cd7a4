/**
 * The gateway of this machine, as root. Whoever can open the database may do anything to it,
 * so no password is needed: a session is created in the database and deleted with the screens.
 */
import { hostname } from 'node:os'
import type { Db } from '../../db/db'
import { readConfiguration } from '../../server/configuration'
import { ROLE } from '../../server/domain/accounts/roles'
import { createLogger } from '../../server/log'
import type { Services } from '../../server/services/create-services'
import { announcedUrl } from '../../server/services/database-place'
import type { Actor } from '../../server/services/service-deps'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import { isRunning } from '../runtime/process-mark'
import type { Transport } from './gateway-transport'
import { httpTransport } from './http'

interface SignIn {
  readonly userId: number
  readonly cookie: string
  readonly end: () => Promise<void>
}

/** Through the server when one runs, else on the database itself; as root, or somebody else. */
export async function openLocal(context: CommandContext, as?: string): Promise<Transport> {
  const db = await context.db()
  if (await context.isServing()) {
    const services = await context.services()
    const { userId, cookie, end } = await signIn(context, services, as)
    return httpTransport({ url: servedAt(db), userId, credential: { cookie }, close: end })
  }
  return await openAtRest(context, db, as)
}

async function openAtRest(
  context: CommandContext,
  db: Db,
  as: string | undefined,
): Promise<Transport> {
  const { openAdminApp } = await import('../../server/admin-app')
  const configuration = readConfiguration(context.env, { data: context.dataFlag })
  const app = await openAdminApp({
    db,
    configuration,
    clock: context.clock,
    random: context.random,
    // Lines would be drawn over the screens; failures are in the response of the call.
    log: createLogger({ write: () => {}, readable: false, level: 'error', clock: context.clock }),
  })
  const { userId, cookie, end } = await signIn(context, app.services, as)
  return {
    place: context.dataDir,
    userId,
    send: async ({ method, address, headers, body }) =>
      await app.answer(
        new Request(`http://localhost${address}`, {
          method,
          headers: { ...headers, cookie },
          ...(body !== undefined && { body }),
        }),
      ),
    close: async () => {
      await end()
      await app.close()
    },
  }
}

/** In the list of sign-ins and in the audit log it reads as one from the terminal. */
async function signIn(
  context: CommandContext,
  services: Services,
  as: string | undefined,
): Promise<SignIn> {
  const { LOCAL_OPERATOR, sessionKey } = await import('../../server/services/session')
  const { actor } = context
  const user = as === undefined ? await rootOf(services) : await services.users.show(as)
  const asUser = { ...actor, kind: 'user', id: user.id, name: user.username } as const
  await endLeftBehind(services, asUser)
  const { sessionId: id } = await services.sessions.start(actor, {
    userId: user.id,
    username: user.username,
    ip: LOCAL_OPERATOR,
    userAgent: `gw admin (${actor.name}) ${hostname()} ${process.pid}`,
  })
  return {
    userId: user.id,
    cookie: `session=${id}`,
    end: async () => void (await services.sessions.end(asUser, sessionKey(id))),
  }
}

async function rootOf(services: Services) {
  const { items } = await services.users.list({ role: ROLE.root, page_size: 1 })
  const [root] = items
  if (root !== undefined) return root
  const message = 'this database has no root user yet; "gw serve" makes one'
  throw new CommandFailure('user.not_found', message)
}

/** Programs that were killed could not end their sign-ins. */
async function endLeftBehind(services: Services, asUser: Actor): Promise<void> {
  const sessions = await services.sessions.list({ userId: asUser.id, currentKey: '' })
  for (const { id, user_agent } of sessions) {
    const [, host, pid] = /^gw admin \(.*\) (\S+) (\d+)$/.exec(user_agent) ?? []
    if (host === hostname() && !isRunning(Number(pid))) await services.sessions.revoke(asUser, id)
  }
}

/** Written by the server next to its lock. */
function servedAt(db: Db): string {
  const url = announcedUrl(db.file ?? '')
  if (url !== undefined) return url
  const message =
    'a server runs on this database but has not said where; restart it with this version'
  throw new CommandFailure('server.unreachable', message)
}
