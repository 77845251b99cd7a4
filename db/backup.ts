/** A consistent copy of a SQLite database, also while another process writes to it. */
import { Database } from 'bun:sqlite'
import { closeSync, openSync, rmSync } from 'node:fs'
import { GatewayError } from '../server/domain/errors/gateway-error'
import type { Db } from './open'
import { BUSY_ATTEMPTS, BUSY_TIMEOUT_MS, whenNotBusy } from './sqlite-busy'

const OWNER_ONLY = 0o600

/**
 * Writes a compact copy to `targetPath`, readable by its owner only. Throws `file.exists`
 * rather than overwrite, and refuses PostgreSQL, which has its own tools. Blocks the thread
 * while it copies.
 */
export async function backup(db: Db, targetPath: string): Promise<void> {
  if (db.kind !== 'sqlite' || db.file === undefined || db.file === ':memory:') {
    throw new GatewayError('db.url_invalid', { reason: 'pg_dump makes backups of PostgreSQL' })
  }
  reserveFile(targetPath)
  // A connection of its own: VACUUM must not meet a transaction that is under way.
  const source = new Database(db.file, { readwrite: true, create: false })
  try {
    source.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await whenNotBusy(() => source.run('VACUUM INTO ?', [targetPath]), BUSY_ATTEMPTS)
  } catch (error) {
    rmSync(targetPath, { force: true })
    throw error
  } finally {
    source.close(true)
  }
}

/** Created empty before anything is written to it, so the copy is never readable by others. */
function reserveFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new GatewayError('file.exists', { path }, { cause: error })
    }
    throw error
  }
}
