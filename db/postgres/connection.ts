/** How a server is connected to where a URL leaves it open: as libpq has it. */
import { userInfo } from 'node:os'
import pgpass from 'pgpass'

const DEFAULT_PORT = 5432

type Environment = Readonly<Record<string, string | undefined>>

export interface ConnectionOptions {
  /** Encrypted where the server can; a URL that says `sslmode` decides by itself. */
  readonly tls?: 'prefer'
  /** Of the password file. */
  readonly password?: string
}

/**
 * What Bun's client does not find out by itself: `sslmode=prefer` unless something else is said,
 * and a password out of PGPASSFILE or ~/.pgpass where neither the URL nor PGPASSWORD has one.
 */
export async function connectionOptions(url: string, env: Environment): Promise<ConnectionOptions> {
  const parsed = URL.parse(url)
  if (parsed === null) return {}
  const parameters = parsed.searchParams
  const saysTls = ['sslmode', 'ssl', 'tls'].some((name) => parameters.has(name)) || env.PGSSLMODE
  const password = parsed.password || env.PGPASSWORD ? undefined : await fromFile(parsed, env)
  return { ...(saysTls ? {} : { tls: 'prefer' }), ...(password !== undefined && { password }) }
}

async function fromFile(url: URL, env: Environment): Promise<string | undefined> {
  const user = decodeURIComponent(url.username) || env.PGUSER || userInfo().username
  const database = decodeURIComponent(url.pathname.slice(1)) || env.PGDATABASE || user
  const host = url.hostname || env.PGHOST || 'localhost'
  const port = Number(url.port || env.PGPORT || DEFAULT_PORT)
  return await new Promise((resolve) => pgpass({ host, port, database, user }, resolve))
}
