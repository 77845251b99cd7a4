/**
 * One serving process per SQLite database. The lock is a transaction on a tiny database of
 * its own: the operating system lets go of it when the process dies, however it dies.
 */
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBusy } from './busy'

/** Outlasts another process that only looks whether the lock is taken. */
const ACQUIRE_WAIT_MS = 500

/** Keeps the connections: one that is garbage collected would let go of its lock. */
const held = new Set<Database>()

export interface ServeLock {
  readonly release: () => void
}

/** `undefined` when another process serves. */
export function acquireServeLock(path: string): ServeLock | undefined {
  mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  database.run(`PRAGMA busy_timeout = ${ACQUIRE_WAIT_MS}`)
  try {
    database.run('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close(true)
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close(true)
    },
  }
}

/** Whether some process holds the lock, this one included. */
export function isServing(path: string): boolean {
  if (!existsSync(path)) return false
  const database = new Database(path, { readwrite: true, create: false })
  try {
    using anyRead = database.prepare('SELECT count(*) FROM sqlite_master')
    anyRead.get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close(true)
  }
}
