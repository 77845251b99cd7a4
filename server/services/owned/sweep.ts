import { inCommits } from '../../../db/slices'
import { sweepOwned } from '../../../db/tables/owned'
import type { ServiceDeps } from '../service-deps'

/** Keeps each transaction short. */
const ROWS_PER_COMMIT = 200

/** Forgets what upstreams kept for a while only, once that is over; returns how many. */
export async function sweepOwnedRows({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  return await inCommits(ROWS_PER_COMMIT, () =>
    db.transaction((trx) => sweepOwned(trx, nowMs, ROWS_PER_COMMIT)),
  )
}
