import { backup } from '../../../db/maintenance/backup'
import { copyMonths, monthsMissingAt, monthsNamedIn } from '../../../db/maintenance/month-copies'
import { logMonths } from '../../../db/tables/log-months'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

export interface BackupOutcome {
  /** Months of the log in files next to the copy. */
  readonly months: readonly string[]
  /** Those whose files were not to be found. */
  readonly missing: readonly string[]
}

/** Throws `file.exists`; a backup never overwrites. */
export async function backUpDatabase(
  deps: ServiceDeps,
  actor: Actor,
  path: string,
): Promise<BackupOutcome> {
  const { db, clock } = deps
  const copying = { fromDatabase: db.file ?? '', toDatabase: path, nowMs: clock.nowMs() }
  // Before the database, for a month may be deleted meanwhile; and after it, for one may come.
  copyMonths(db.kind === 'sqlite' ? await logMonths(db.lists) : [], copying)
  await backup(db, path)
  const named = monthsNamedIn(path)
  copyMonths(named, copying)
  await transact(deps, actor, async (work) => {
    await recordAudit(work, { action: 'db.backup', target: 'db', after: { path } })
  })
  const missing = monthsMissingAt(path, named)
  return {
    months: named.filter((month) => !missing.includes(month)).map(({ month }) => month),
    missing: missing.map(({ month }) => month),
  }
}
