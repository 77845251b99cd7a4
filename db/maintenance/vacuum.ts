/** Gives the space of deleted rows back to the file system. */
import { Database } from 'bun:sqlite'
import type { Db } from '../db'
import { BUSY_ATTEMPTS, BUSY_TIMEOUT_MS, whenNotBusy } from '../sqlite/busy'
import { type Space, spaceOf } from './inspect'
import { reclaimSpace } from './reclaim'

export interface Vacuumed {
  readonly before: Space
  readonly after: Space
}

/** In steps of a few milliseconds, so that a running server hardly notices. SQLite only. */
export async function vacuumInSteps(db: Db): Promise<Vacuumed> {
  const before = await spaceOf(db)
  await reclaimSpace(db)
  return { before, after: await settled(db) }
}

/**
 * Writes the whole file anew, which also orders its pages; needs as much disk space again, and
 * nobody can write meanwhile. Afterwards space can be given back in steps. SQLite only.
 */
export async function vacuumWhole(db: Db): Promise<Vacuumed> {
  const before = await spaceOf(db)
  // A connection of its own: VACUUM must not meet a transaction that is under way.
  const database = new Database(db.file ?? '', { readwrite: true, create: false })
  try {
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    database.run('PRAGMA auto_vacuum = INCREMENTAL')
    await whenNotBusy(() => database.run('VACUUM'), BUSY_ATTEMPTS)
  } finally {
    database.close(true)
  }
  return { before, after: await settled(db) }
}

/** Only a checkpoint makes the file itself smaller. */
async function settled(db: Db): Promise<Space> {
  const database = new Database(db.file ?? '', { readwrite: true, create: false })
  try {
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    database.run('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    database.close(true)
  }
  return await spaceOf(db)
}
