import { existsSync, readFileSync } from 'node:fs'
import { serveAddressPath } from '../../configuration'

/** Where the server that holds the lock of a database file has said that it can be called. */
export function announcedUrl(databaseFile: string): string | undefined {
  const path = serveAddressPath(databaseFile)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined
}
