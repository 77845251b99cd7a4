/** What `gw update` did last, for `gw update rollback`. It is next to the database. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileStamp } from '../../server/domain/text/file-stamp'

export interface UpdateRecord {
  readonly program: string
  readonly previous: string
  readonly from: string
  readonly to: string
  readonly at_ms: number
}

const OWNER_ONLY = 0o600

const pathIn = (dataDir: string): string => join(dataDir, 'update.json')

export function writeRecord(dataDir: string, record: UpdateRecord): void {
  const path = pathIn(dataDir)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: OWNER_ONLY })
  renameSync(draft, path)
}

/** `undefined` when there is nothing to take back. */
export function readRecord(dataDir: string): UpdateRecord | undefined {
  const path = pathIn(dataDir)
  if (!existsSync(path)) return undefined
  const { program, previous, from, to, at_ms } = Object(JSON.parse(readFileSync(path, 'utf8')))
  if (!existsSync(String(previous))) return undefined
  return {
    program: String(program),
    previous: String(previous),
    from: String(from),
    to: String(to),
    at_ms: Number(at_ms),
  }
}

export function removeRecord(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true })
}

/**
 * The copy that the new program made before it migrated, now or when its server started: the
 * first one since then. `undefined` when it has migrated nothing.
 */
export function backupSince(databaseFile: string, atMs: number): string | undefined {
  const stem = `${basename(databaseFile)}.`
  const least = `${stem}${fileStamp(atMs)}`
  const folder = dirname(databaseFile)
  const [first] = readdirSync(folder)
    .filter((name) => name.startsWith(stem) && name.endsWith('.bak') && name >= least)
    .sort()
  return first === undefined ? undefined : join(folder, first)
}
