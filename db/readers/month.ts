/** A connection to the database with a past month of the log attached. */
import { constants, Database } from 'bun:sqlite'
import { pathToFileURL } from 'node:url'

/** `read`: its rows stand where those of the table stood. `write`: it is `month.logs`. */
export interface MonthAccess {
  /** Path of the month's file. */
  readonly file: string
  readonly access: 'read' | 'write'
}

const QUERY_ONLY = 'query_only = ON'

interface Column {
  readonly name: string
  readonly dflt_value: string | null
}

/** Throws where the file is not there; it is never made by being opened. */
export function openMonth(
  path: string,
  { file, access }: MonthAccess,
  pragmas: readonly string[],
): Database {
  const flags = constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_URI
  const database = new Database(path, flags)
  try {
    database.run('ATTACH DATABASE ? AS month', [`${pathToFileURL(file).href}?mode=rw`])
    // The view is written before nothing may be, and after what throws away temporary things.
    for (const pragma of pragmas) if (pragma !== QUERY_ONLY) database.run(`PRAGMA ${pragma}`)
    if (access === 'read') {
      database.run(viewOf(database))
      database.run(`PRAGMA ${QUERY_ONLY}`)
    } else {
      // Waits for the disk: what leaves the other file must be in this one.
      database.run('PRAGMA month.synchronous = FULL')
    }
    return database
  } catch (error) {
    database.close(true)
    throw error
  }
}

/**
 * Hides the table of the same name on this connection. Columns that came after the month was
 * written have the value that they were given in the table.
 */
function viewOf(database: Database): string {
  const columnsIn = (schema: string) => {
    using statement = database.prepare<Column, [string]>(
      "SELECT name, dflt_value FROM pragma_table_info('logs', ?)",
    )
    return statement.all(schema)
  }
  const inFile = new Set(columnsIn('month').map(({ name }) => name))
  const columns = columnsIn('main').map(({ name, dflt_value: given }) =>
    inFile.has(name) ? `"${name}"` : `${given ?? 'NULL'} AS "${name}"`,
  )
  return `CREATE TEMP VIEW logs AS SELECT ${columns.join(', ')} FROM month.logs`
}
