/** The files in which a SQLite database keeps past months of the log. */
import type { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely } from 'kysely'
import { ListReader, type Lists } from './lists'
import { ThreadDialect } from './readers/dialect'
import { type MonthAccess, openMonth } from './readers/month'
import type { ReaderPool } from './readers/pool'
import type { Schema } from './schema'
import { BunSqliteDialect } from './sqlite/dialect'

/** All of them are known by their names in the folder. */
export interface MonthFiles {
  /** Not where everything is undone in the end: files would not be. */
  readonly mayWrite: boolean
  readonly pathOf: (name: string) => string
  readonly has: (name: string) => boolean
  /** `logs` are those of the month; every other table is the database's. */
  readonly lists: (name: string) => Lists
  /** `month.logs` may be written; `main.logs` is the table of the database. No transactions. */
  readonly writer: (name: string) => Kysely<Schema>
  /** Nobody in this process has it open afterwards. */
  readonly forget: (name: string) => void
  readonly close: () => void
}

/** Next to the database. */
export function monthFolder(databasePath: string): string {
  return join(dirname(databasePath), 'logs')
}

interface Opening {
  /** Of the database. */
  readonly path: string
  /** Whose threads read; without it this thread does. */
  readonly pool: ReaderPool | undefined
  readonly busyAttempts: number
  readonly pragmas: readonly string[]
}

export function openMonthFiles({ path, pool, busyAttempts, pragmas }: Opening): MonthFiles {
  const folder = monthFolder(path)
  const opened = new Map<string, Database>()
  const pathOf = (name: string) => join(folder, name)
  const dialectOf = (month: MonthAccess) => {
    if (pool !== undefined) return new ThreadDialect(pool, month)
    const key = `${month.access} ${month.file}`
    const database = opened.get(key) ?? openMonth(path, month, pragmas)
    opened.set(key, database)
    return new BunSqliteDialect({ database, busyAttempts })
  }
  const shut = (key: string) => {
    opened.get(key)?.close()
    opened.delete(key)
  }
  return {
    mayWrite: true,
    pathOf,
    has: (name) => existsSync(pathOf(name)),
    lists: (name) => new ListReader({ dialect: dialectOf({ file: pathOf(name), access: 'read' }) }),
    writer: (name) =>
      new Kysely<Schema>({ dialect: dialectOf({ file: pathOf(name), access: 'write' }) }),
    forget: (name) => {
      pool?.forget(pathOf(name))
      shut(`read ${pathOf(name)}`)
      shut(`write ${pathOf(name)}`)
    },
    close: () => {
      for (const key of [...opened.keys()]) shut(key)
    },
  }
}
