/** Opens the database by its URL; both engines answer the same queries. */
import { GatewayError } from '../server/domain/errors/gateway-error'
import type { Db, OpenOptions } from './db'
import { openPostgres } from './postgres'
import { openSqlite } from './sqlite'

/**
 * `sqlite:/path/gw.db`, a plain path, `:memory:`, or `postgres://…`. Throws `db.url_invalid`
 * for any other scheme.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Db> {
  if (/^postgres(ql)?:/.test(url)) return await openPostgres(url, options)
  const path = url.replace(/^sqlite:(\/\/(?=\/))?/, '')
  if (/^[\w+.-]+:\/\//.test(path)) {
    throw new GatewayError('db.url_invalid', { reason: 'give a file, or postgres://…' })
  }
  return openSqlite(path, options)
}
