import { constants, Database } from 'bun:sqlite'
import { pathToFileURL } from 'node:url'

/** Without locks and without side files, also in a folder that cannot be written. */
export function openImmutable(path: string): Database {
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI
  return new Database(`${pathToFileURL(path)}?immutable=1`, flags)
}
