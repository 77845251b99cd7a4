import { purgeEvents } from '../../../db/postgres/event-counts'
import { inCommits } from '../../../db/slices'
import { purgeCounters } from '../../../db/tables/limit-counters'
import type { ServiceDeps } from '../service-deps'

/** Forgets what was used in windows that are over. */
export async function purgeLimitCounters({ db, clock }: ServiceDeps): Promise<void> {
  const nowMs = clock.nowMs()
  await purgeEvents(db)
  await inCommits((limit) => db.transaction((trx) => purgeCounters(trx, nowMs, limit)))
}
