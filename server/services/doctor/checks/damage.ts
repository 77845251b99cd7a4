import {
  foreignKeyProblems,
  integrityProblems,
  type Orphans,
  orphanRows,
} from '../../../../db/maintenance/inspect'
import type { Check, Finding } from '../check'
import { someOf } from '../list-some'
import type { Stored } from '../stored'

export const integrity: Check<Stored> = {
  id: 'integrity',
  area: 'database',
  look: async ({ db }) => {
    // PostgreSQL has its own tools for this.
    if (db.kind !== 'sqlite') return []
    const problems = await integrityProblems(db)
    return problems.length === 0 ? { status: 'ok', text: 'doctor.integrity.ok' } : damaged(problems)
  },
}

/** In SQLite's words. */
export function damaged(problems: readonly string[]): Finding {
  const params = { count: problems.length, first: problems[0] ?? '' }
  return { status: 'fail', text: 'doctor.integrity.damaged', hint: 'doctor.restore_hint', params }
}

export const foreignKeys: Check<Stored> = {
  id: 'foreign-keys',
  area: 'database',
  look: async ({ db }) => {
    if (db.kind !== 'sqlite') return []
    const problems = await foreignKeyProblems(db)
    if (problems.length === 0) return { status: 'ok', text: 'doctor.foreign_keys.ok' }
    return { status: 'fail', text: 'doctor.foreign_keys.broken', params: counted(problems) }
  },
}

export const orphans: Check<Stored> = {
  id: 'orphans',
  area: 'database',
  look: async ({ db }) => {
    const problems = await orphanRows(db)
    if (problems.length === 0) return { status: 'ok', text: 'doctor.orphans.ok' }
    return { status: 'warn', text: 'doctor.orphans.found', params: counted(problems) }
  },
}

function counted(problems: readonly Orphans[]) {
  return {
    rows: someOf(problems.map(({ table, parent, count }) => `${table} → ${parent} ${count}`)),
  }
}
