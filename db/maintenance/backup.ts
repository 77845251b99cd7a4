/** A consistent copy of a SQLite database, also while another process writes to it. */
import { Database } from 'bun:sqlite'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { Db } from '../db'
import { BUSY_ATTEMPTS, BUSY_TIMEOUT_MS, whenNotBusy } from '../sqlite/busy'

const OWNER_ONLY = 0o600

/**
 * Writes a compact copy to `targetPath`, readable by its owner only. Throws `file.exists`
 * rather than overwrite, and refuses PostgreSQL, which has its own tools. Blocks the thread
 * while it copies.
 */
export async function backup(db: Db, targetPath: string): Promise<void> {
  if (db.kind !== 'sqlite' || db.file === undefined || db.file === ':memory:') {
    throw new GatewayError('db.not_a_file', { tool: 'pg_dump' })
  }
  if (existsSync(targetPath)) throw new GatewayError('file.exists', { path: targetPath })
  // An interrupted copy must not look like a complete one.
  const draft = `${targetPath}.part`
  rmSync(draft, { force: true })
  closeSync(openSync(draft, 'wx', OWNER_ONLY))
  // A connection of its own: VACUUM must not meet a transaction that is under way.
  const source = new Database(db.file, { readwrite: true, create: false })
  try {
    source.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await whenNotBusy(() => source.run('VACUUM INTO ?', [draft]), BUSY_ATTEMPTS)
    finish(draft, targetPath)
  } finally {
    source.close(true)
    rmSync(draft, { force: true })
  }
}

/** A second name rather than a rename, which would overwrite what appeared meanwhile. */
function finish(draft: string, path: string): void {
  const file = openSync(draft, 'r')
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new GatewayError('file.exists', { path }, { cause: error })
    }
    // Some file systems know no second names.
    renameSync(draft, path)
  }
}
