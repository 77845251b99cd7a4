import { sweepJobs } from '../../../db/tables/jobs'
import type { ServiceDeps } from '../service-deps'

/** Keeps each transaction short. */
const CHUNK = 200

/** Forgets what can no longer be fetched; the lists keep their rows. Returns how many. */
export async function sweepJobRows({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  let swept = 0
  for (;;) {
    const some = await db.transaction((trx) => sweepJobs(trx, nowMs, CHUNK))
    swept += some
    if (some < CHUNK) return swept
  }
}
