import { sweepOwned } from '../../../db/tables/owned'
import type { ServiceDeps } from '../service-deps'

/** Keeps each transaction short. */
const CHUNK = 200

/** Forgets what upstreams kept for a while only, once that is over; returns how many. */
export async function sweepOwnedRows({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  let swept = 0
  for (;;) {
    const some = await db.transaction((trx) => sweepOwned(trx, nowMs, CHUNK))
    swept += some
    if (some < CHUNK) return swept
  }
}
