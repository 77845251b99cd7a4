/**
 * Puts a finished SQLite file in the place of a database. The last step is one rename, so a
 * crash at any moment leaves the old database or the new one, each of them complete.
 */
import { Database } from 'bun:sqlite'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { isBusy } from '../sqlite/busy'
import { isDamage } from './inspect'

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700
/** What SQLite keeps next to a file; a log that is left there would be played into the new one. */
const SIDES = ['-wal', '-shm', '-journal'] as const
/** Long enough for a command that just looks something up. */
const QUIET_WAIT_MS = 2000

/** Next to the database: a rename within one file system is atomic. */
export function stagedPath(databasePath: string): string {
  return `${databasePath}.restoring`
}

/** A private copy, which whatever an interrupted restore has left gives way to. */
export function stageCopy(source: string, databasePath: string): string {
  const staged = stagedPath(databasePath)
  discardStaged(staged)
  mkdirSync(dirname(databasePath), { recursive: true, mode: OWNER_ONLY_FOLDER })
  // Made empty first, so that the copy is at no time readable by others.
  closeSync(openSync(staged, 'wx', OWNER_ONLY))
  copyFileSync(source, staged)
  chmodSync(staged, OWNER_ONLY)
  return staged
}

export function discardStaged(staged: string): void {
  for (const path of [staged, ...SIDES.map((side) => staged + side)]) rmSync(path, { force: true })
}

/** Brings everything into the one file and onto the disk. Nobody may have it open. */
export function finishStaged(staged: string): void {
  const database = new Database(staged, { readwrite: true, create: false })
  try {
    leaveLog(database)
  } finally {
    database.close(true)
  }
  sync(staged)
}

/**
 * The database that was there is kept under `keptPath`, if there was one. Throws `db.in_use`
 * while any process has it open, and `file.exists` rather than overwrite what was kept before.
 */
export function takePlace(staged: string, databasePath: string, keptPath: string): void {
  const keptLog = `${keptPath}-wal`
  // Opening a damaged database can take its log away.
  keep(`${databasePath}-wal`, keptLog)
  let guard: Database | undefined
  try {
    guard = existsSync(databasePath) ? quieten(databasePath) : undefined
    keep(databasePath, keptPath)
    keepOwner(staged, databasePath)
    for (const side of SIDES) rmSync(databasePath + side, { force: true })
    // What a sound database had in its log is in the file by now.
    if (guard !== undefined) rmSync(keptLog, { force: true })
    sync(dirname(databasePath))
    renameSync(staged, databasePath)
    sync(dirname(databasePath))
  } catch (error) {
    rmSync(keptLog, { force: true })
    throw error
  } finally {
    guard?.close(true)
  }
}

/**
 * Leaves the write-ahead log, which SQLite allows to the only user of a file, and keeps all
 * others out until the connection is closed. `undefined` for a file so damaged that nobody can
 * work with it.
 */
function quieten(path: string): Database | undefined {
  const database = new Database(path, { readwrite: true, create: false })
  try {
    database.run(`PRAGMA busy_timeout = ${QUIET_WAIT_MS}`)
    leaveLog(database)
    database.run('BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database.close(true)
    if (isBusy(cause)) throw new GatewayError('db.in_use', { path }, { cause })
    if (isDamage(cause)) return undefined
    throw cause
  }
}

function leaveLog(database: Database): void {
  using leaving = database.prepare('PRAGMA journal_mode = DELETE')
  leaving.get()
}

/** Under a second name; the first one stays until the rename takes it over. */
function keep(path: string, keptPath: string): void {
  if (!existsSync(path)) return
  try {
    linkSync(path, keptPath)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new GatewayError('file.exists', { path: keptPath })
    // Some file systems know no second names.
    copyFileSync(path, keptPath)
    sync(keptPath)
  }
}

/** What root restores belongs to whoever serves it, as before. */
function keepOwner(path: string, likePath: string): void {
  const owner = statSync(likePath, { throwIfNoEntry: false })
  if (owner !== undefined && process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
