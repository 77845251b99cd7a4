/** What a database says of its own state. The questions about pages are SQLite's alone. */
import { SQLiteError } from 'bun:sqlite'
import { sql } from 'kysely'
import type { Db } from '../db'
import type { Schema } from '../schema'

/** More would not be read by anybody. */
const MOST_PROBLEMS = 100

/** Damage of the file in SQLite's words; empty when there is none. Reads every page. */
export async function integrityProblems(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{
      integrity_check: string
    }>`pragma integrity_check(${sql.lit(MOST_PROBLEMS)})`.execute(db.lists)
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } catch (error) {
    if (isDamage(error)) return [error.message]
    throw error
  }
}

/** Damage can be so bad that SQLite does not even look for more. */
export function isDamage(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code ?? '')
}

/** Rows whose parent is gone, counted by table and parent. PostgreSQL never lets that happen. */
export async function foreignKeyProblems(db: Db): Promise<Orphans[]> {
  const { rows } = await sql<{
    table: keyof Schema
    parent: keyof Schema
    count: number
  }>`select "table", parent, count(*) as count from pragma_foreign_key_check
    group by 1, 2 order by 1, 2`.execute(db.lists)
  return rows
}

export interface Orphans {
  readonly table: keyof Schema
  readonly parent: keyof Schema
  readonly count: number
}

/** Tables that name a user without a foreign key: writing them is hot, or the user is optional. */
const NAME_A_USER = ['tokens', 'reservations', 'top_ups', 'midjourneys', 'tasks'] as const

/** Rows of a user that does not exist; deregistered users keep their row and are no such case. */
export async function orphanRows(db: Db): Promise<Orphans[]> {
  const found: Orphans[] = []
  for (const table of NAME_A_USER) {
    const { count } = await db.lists
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('user_id', 'not in', (e) => e.selectFrom('users').select('users.id'))
      .executeTakeFirstOrThrow()
    if (Number(count) > 0) found.push({ table, parent: 'users', count: Number(count) })
  }
  return found
}

export interface Space {
  readonly bytes: number
  /** Of deleted rows, not yet given back to the file system. */
  readonly freeBytes: number
  /** Whether free pages can be given back in steps, while a server runs. */
  readonly givesBackInSteps: boolean
}

const INCREMENTAL = 2

/** Of a SQLite file, as the last commit left it. */
export async function spaceOf(db: Db): Promise<Space> {
  const pragma = async (name: string): Promise<number> => {
    const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db.lists)
    return Object.values(rows[0] ?? {})[0] ?? 0
  }
  const pageSize = await pragma('page_size')
  return {
    bytes: pageSize * (await pragma('page_count')),
    freeBytes: pageSize * (await pragma('freelist_count')),
    givesBackInSteps: (await pragma('auto_vacuum')) === INCREMENTAL,
  }
}
