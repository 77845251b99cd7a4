/**
 * Notices that the database file was deleted or replaced under the server: whatever is written
 * then goes into a file without a name, and is lost with the process.
 */

import type { Db } from '../../../db/db'
import type { FilePlace } from '../../../db/file-place'
import type { Logger } from '../../log'

const POLL_MS = 2_000

/** `unwritable` while the last commit has failed; the others tell what became of the file. */
export type DatabaseState = 'ok' | 'unwritable' | Exclude<FilePlace, 'there'>

export interface DatabaseWatch {
  /** As last looked at, a few seconds ago at most. */
  readonly place: () => FilePlace
  /** Looks now. */
  readonly look: () => FilePlace
  readonly stop: () => void
}

const STRANGE: Readonly<Record<Exclude<FilePlace, 'there'>, string>> = {
  gone: 'THE DATABASE FILE IS GONE: put it back where it was and restart; no new call is taken',
  replaced:
    'ANOTHER FILE STANDS WHERE THE DATABASE WAS: put the old one back, or restart to use the ' +
    'new one; no new call is taken',
}

export function watchDatabase(db: Db, log: Logger): DatabaseWatch {
  let place: FilePlace = 'there'
  const look = () => {
    const found = db.place()
    if (found === place) return found
    place = found
    if (found === 'there') log.warn('the database file is back', { path: db.file })
    else log.error(STRANGE[found], { path: db.file })
    return found
  }
  const timer = setInterval(look, POLL_MS)
  timer.unref()
  return { place: () => place, look, stop: () => clearInterval(timer) }
}
