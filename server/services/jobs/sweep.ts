import { inCommits } from '../../../db/slices'
import { sweepJobs } from '../../../db/tables/jobs'
import type { ServiceDeps } from '../service-deps'

/** Forgets what can no longer be fetched; the lists keep their rows. Returns how many. */
export async function sweepJobRows({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  return await inCommits((limit) => db.transaction((trx) => sweepJobs(trx, nowMs, limit)))
}
