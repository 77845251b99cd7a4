import { backup } from '../../../db/maintenance/backup'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

/** Throws `file.exists`; a backup never overwrites. */
export async function backUpDatabase(deps: ServiceDeps, actor: Actor, path: string): Promise<void> {
  await backup(deps.db, path)
  await transact(deps, actor, async (work) => {
    await recordAudit(work, { action: 'db.backup', target: 'db', after: { path } })
  })
}
