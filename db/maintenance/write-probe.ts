import { Database } from 'bun:sqlite'

/** Longer than any transaction of a server in order takes. */
const LOCK_WAIT_MS = 1_000

/**
 * Why no write to the file of a database could begin now; `undefined` when one could. Nothing
 * is written: the lock that every write takes first is taken and let go.
 */
export function writeObstacle(path: string): unknown {
  let database: Database | undefined
  try {
    database = new Database(path, { readwrite: true, create: false })
    database.run(`PRAGMA busy_timeout = ${LOCK_WAIT_MS}`)
    database.run('BEGIN IMMEDIATE')
    database.run('ROLLBACK')
    return undefined
  } catch (error) {
    return error
  } finally {
    database?.close(true)
  }
}
