/** How the server listens, and how others find where. */
import { rmSync, writeFileSync } from 'node:fs'
import { type Configuration, serveAddressPath } from './configuration'
import { REST_SECONDS } from './http/connection'
import type { Logger } from './log'
import { type ProcessRole, requestsPath } from './workers/role'

export function listening(
  { port, host }: Configuration,
  log: Logger,
  role: ProcessRole | undefined,
) {
  const settings = {
    // Its page for developers would show strangers our files.
    development: false,
    error: (error: unknown) => lastResort(log, error),
    // Bun would answer 413 without a body; `readBody` refuses in the client's own envelope.
    // Bytes that nobody reads are not kept, so this costs no memory.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  }
  if (role?.kind === 'writer') {
    rmSync(requestsPath(role), { force: true })
    return { ...settings, unix: requestsPath(role) }
  }
  return {
    ...settings,
    port,
    hostname: host,
    // While a route is at work this is off: a slow first token is no reason to hang up.
    idleTimeout: REST_SECONDS,
    // Two gateways that shared a port would each get some of the calls.
    reusePort: role?.kind === 'worker',
  }
}

/**
 * Elysia stops its server when the loop runs dry, and keeps all of it in memory for that, also
 * when it was stopped long ago. Whoever starts a server here stops it.
 */
export function withoutExitListener<T>(listen: () => T): T {
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

/** For programs on this machine, which can see who serves but not where. */
export function announce(file: string | undefined, url: string) {
  const path = file === undefined ? undefined : serveAddressPath(file)
  if (path !== undefined) writeFileSync(path, url, { mode: 0o600 })
  return {
    withdraw() {
      if (path !== undefined) rmSync(path, { force: true })
    },
  }
}

/** A wildcard address is listened on, but nobody can call it. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
