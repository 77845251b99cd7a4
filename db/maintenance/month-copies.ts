/**
 * Months of the log with a backup: their files stand in the folder `logs` next to it, which all
 * backups of a folder share, since a month that has ended hardly ever changes.
 */
import { Database } from 'bun:sqlite'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { monthFolder } from '../month-files'
import { openImmutable } from '../sqlite/immutable'

const MS_PER_SECOND = 1000
const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

export interface NamedMonth {
  readonly month: string
  readonly file: string
}

/** Months that a database which nobody has open reads from files; the oldest first. */
export function monthsNamedIn(databasePath: string): NamedMonth[] {
  using database = openImmutable(databasePath)
  const table = database.query("select 1 from sqlite_master where name = 'log_months'").get()
  // It may come from before there were any.
  if (table === null) return []
  return database
    .query<NamedMonth, []>('select month, file from log_months where upto_id > 0 order by from_at')
    .all()
}

/** Those of them whose files are not next to the database at this path. */
export function monthsMissingAt(databasePath: string, months: readonly NamedMonth[]): NamedMonth[] {
  const folder = monthFolder(databasePath)
  return months.filter(({ file }) => !existsSync(join(folder, file)))
}

export interface MonthCopying {
  readonly fromDatabase: string
  readonly toDatabase: string
  readonly nowMs: number
}

/**
 * Copies what is missing next to the one database, or differs from what the other has; returns
 * the paths of files that are new. Whatever is there is marked as of now.
 */
export function copyMonths(
  months: readonly NamedMonth[],
  { fromDatabase, toDatabase, nowMs }: MonthCopying,
): string[] {
  const [from, to] = [monthFolder(fromDatabase), monthFolder(toDatabase)]
  if (resolve(from) === resolve(to)) return []
  const made: string[] = []
  for (const { file } of months) {
    const [source, target] = [join(from, file), join(to, file)]
    if (!existsSync(source)) continue
    const isThere = existsSync(target)
    if (isThere && stateOf(source) === stateOf(target)) {
      utimesSync(target, nowMs / MS_PER_SECOND, nowMs / MS_PER_SECOND)
      continue
    }
    copyWhole(source, target)
    if (!isThere) made.push(target)
  }
  return made
}

/** Nobody writes into it meanwhile, and an interrupted copy does not look like a complete one. */
function copyWhole(source: string, target: string): void {
  const draft = `${target}.part`
  mkdirSync(dirname(target), { recursive: true, mode: OWNER_ONLY_FOLDER })
  rmSync(draft, { force: true })
  closeSync(openSync(draft, 'wx', OWNER_ONLY))
  using locked = new Database(source, { readwrite: true, create: false })
  locked.run('BEGIN')
  locked.query('select count(*) from sqlite_master').get()
  copyFileSync(source, draft)
  chmodSync(draft, OWNER_ONLY)
  const file = openSync(draft, 'r')
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, target)
}

/** SQLite counts changes of a file there. */
const CHANGES = { at: 24, bytes: 4 } as const

function stateOf(path: string): string {
  const header = Buffer.alloc(CHANGES.bytes)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, CHANGES.bytes, CHANGES.at)
  } finally {
    closeSync(file)
  }
  return `${statSync(path).size}:${header.toString('hex')}`
}
