/** What the migrations of this program would do to a database, found out on a copy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Db } from '../../../db/db'
import { backup } from '../../../db/maintenance/backup'
import { type MigrationStep, migrate, pendingSteps } from '../../../db/migrate'
import type { Migration } from '../../../db/migration'
import { databaseFile } from '../../configuration'
import { monotonicMs } from '../../domain/time-source'
import { type DatabasePlace, withDatabase } from '../database-place'

export interface TriedStep {
  readonly migration: string
  readonly additive: boolean
  readonly statements: number
  readonly sql: readonly string[]
  /** `null` where it was not tried: there is no copy of a PostgreSQL database. */
  readonly took_ms: number | null
}

export interface Trial {
  readonly steps: readonly TriedStep[]
  /** Of the copy, which is what a backup takes; `null` where none was made. */
  readonly copy_ms: number | null
}

/** The copy stands next to the database, where a backup of it has to fit anyway. */
export async function tryMigrations(
  place: DatabasePlace,
  migrations?: readonly Migration[],
): Promise<Trial> {
  const file = databaseFile(place.databaseUrl)
  return await withDatabase([place.databaseUrl, { readonly: true }], async (db) => {
    const steps = await pendingSteps(db, migrations)
    if (steps.length === 0 || file === '') return untried(steps)
    const folder = mkdtempSync(join(dirname(file), 'trial-'))
    try {
      return await triedOn(join(folder, 'gw.db'), { place, db, steps, migrations })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

function untried(steps: readonly MigrationStep[]): Trial {
  return { steps: steps.map((step) => shown(step, null)), copy_ms: null }
}

interface Trying {
  readonly place: DatabasePlace
  readonly db: Db
  readonly steps: readonly MigrationStep[]
  readonly migrations: readonly Migration[] | undefined
}

async function triedOn(copy: string, { place, db, steps, migrations }: Trying): Promise<Trial> {
  const { clock } = place
  const beganMs = monotonicMs(clock)
  await backup(db, copy)
  const copiedMs = monotonicMs(clock)
  const endsMs = new Map<string, number>()
  await withDatabase([copy], async (there) =>
    migrate(there, {
      nowMs: clock.nowMs(),
      backUpFirst: false,
      ...(migrations && { migrations }),
      onApplied: (name) => endsMs.set(name, monotonicMs(clock)),
    }),
  )
  let startMs = copiedMs
  const tried = steps.map((step) => {
    const endMs = endsMs.get(step.name) ?? startMs
    const tookMs = Math.round(endMs - startMs)
    startMs = endMs
    return shown(step, tookMs)
  })
  return { steps: tried, copy_ms: Math.round(copiedMs - beganMs) }
}

function shown({ name, isAdditive, sql }: MigrationStep, tookMs: number | null): TriedStep {
  return {
    migration: name,
    additive: isAdditive,
    statements: sql.length,
    sql,
    took_ms: tookMs,
  }
}
