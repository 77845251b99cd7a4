/** What one SQLite database has and an older copy of it lacks. */
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { monthFolder } from '../month-files'

export interface TableDifference {
  readonly table: string
  readonly now: number
  readonly before: number
}

export interface Difference {
  /** Tables whose number of rows is another. */
  readonly tables: readonly TableDifference[]
  /** Rows of the log that came since, of calls that were charged. */
  readonly calls: number
  readonly credits: number
}

/** `type` is that of charged calls in the log. */
export function compareDatabases(path: string, olderPath: string, type: number): Difference {
  using database = new Database(path, { readonly: true })
  using older = new Database(olderPath, { readonly: true })
  const here = tablesOf(database)
  const tables = [...new Set([...here, ...tablesOf(older)])].sort().map((table) => ({
    table,
    now: here.has(table) ? rowsOf(database, table) + rowsInMonths(database, table) : 0,
    before: tablesOf(older).has(table) ? rowsOf(older, table) + rowsInMonths(older, table) : 0,
  }))
  return {
    tables: tables.filter(({ now, before }) => now !== before),
    ...chargedSince(path, lastLogId(older), type),
  }
}

function tablesOf(database: Database): ReadonlySet<string> {
  const rows = database
    .query<{ name: string }, []>(
      `select name from sqlite_master
        where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all()
  return new Set(rows.map(({ name }) => name))
}

function rowsOf(database: Database, table: string): number {
  const name = table.replaceAll('"', '""')
  const counted = database.query<{ rows: number }, []>(`select count(*) as rows from "${name}"`)
  return counted.get()?.rows ?? 0
}

/** Rows of the log that have left the table for files of past months. */
function rowsInMonths(database: Database, table: string): number {
  if (table !== 'logs' || !tablesOf(database).has('log_months')) return 0
  const moved = database.query<{ rows: number | null }, []>(
    "select sum(rows) as rows from log_months where state = 'alone'",
  )
  return moved.get()?.rows ?? 0
}

function lastLogId(database: Database): number {
  return database.query<{ id: number | null }, []>('select max(id) as id from logs').get()?.id ?? 0
}

function chargedSince(path: string, id: number, type: number) {
  let [calls, credits] = [0, 0]
  for (const file of logFiles(path)) {
    if (!existsSync(file)) continue
    using database = new Database(file, { readonly: true })
    const row = database
      .query<{ calls: number; credits: number | null }, [number, number]>(
        'select count(*) as calls, sum(quota) as credits from logs where id > ? and type = ?',
      )
      .get(id, type)
    calls += row?.calls ?? 0
    credits += row?.credits ?? 0
  }
  return { calls, credits }
}

/** Where rows of the log are, each in one of them only. */
function logFiles(path: string): readonly string[] {
  using database = new Database(path, { readonly: true })
  const months = tablesOf(database).has('log_months')
    ? database
        .query<{ file: string }, []>("select file from log_months where state = 'alone'")
        .all()
    : []
  const folder = monthFolder(path)
  return [path, ...months.map(({ file }) => join(folder, file))]
}
