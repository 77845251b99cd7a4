import { sql } from 'kysely'
import type { Db } from '../db'
import { inSlices } from '../slices'

/** 1 MB: a few milliseconds during which nobody else writes. */
const PAGES_PER_STEP = 250

/**
 * Gives the space of deleted rows back to the file system. SQLite only; PostgreSQL's own
 * housekeeping reuses it.
 */
export async function reclaimSpace(db: Db): Promise<void> {
  if (db.kind !== 'sqlite') return
  let free = await freePages(db)
  await inSlices(async () => {
    await sql`pragma incremental_vacuum(${sql.lit(PAGES_PER_STEP)})`.execute(db.kysely)
    const remaining = await freePages(db)
    // Files from before auto_vacuum keep their free pages for new rows.
    if (remaining === 0 || remaining >= free) return false
    free = remaining
    return true
  })
}

async function freePages(db: Db): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db.kysely)
  return rows[0]?.freelist_count ?? 0
}
