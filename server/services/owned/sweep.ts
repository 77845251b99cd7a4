import { inCommits } from '../../../db/slices'
import { sweepOwned } from '../../../db/tables/owned'
import type { ServiceDeps } from '../service-deps'

/** Forgets what upstreams kept for a while only, once that is over; returns how many. */
export async function sweepOwnedRows({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  return await inCommits((limit) => db.transaction((trx) => sweepOwned(trx, nowMs, limit)))
}
