/** What one SQLite database has and an older copy of it lacks. */
import { Database } from 'bun:sqlite'

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
    now: here.has(table) ? rowsOf(database, table) : 0,
    before: tablesOf(older).has(table) ? rowsOf(older, table) : 0,
  }))
  return {
    tables: tables.filter(({ now, before }) => now !== before),
    ...chargedSince(database, lastLogId(older), type),
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

function lastLogId(database: Database): number {
  return database.query<{ id: number | null }, []>('select max(id) as id from logs').get()?.id ?? 0
}

function chargedSince(database: Database, id: number, type: number) {
  const row = database
    .query<{ calls: number; credits: number | null }, [number, number]>(
      'select count(*) as calls, sum(quota) as credits from logs where id > ? and type = ?',
    )
    .get(id, type)
  return { calls: row?.calls ?? 0, credits: row?.credits ?? 0 }
}
