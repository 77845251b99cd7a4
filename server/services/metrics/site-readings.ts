/** What the database knows, for everything that shares it. */
import type { Db } from '../../../db/db'
import { unfinishedJobs } from '../../../db/tables/jobs'
import { heldNow } from '../../../db/tables/reservations'
import type { Clock } from '../../clock'
import { type Reading, reading } from './process-report'

export async function siteReadings(db: Db, clock: Clock): Promise<readonly Reading[]> {
  const [{ calls, quota }, jobs] = await Promise.all([heldNow(db.lists), unfinishedJobs(db.lists)])
  const nowMs = clock.nowMs()
  const ages = jobs.map(({ oldestMs }) => Math.max(0, nowMs - oldestMs) / 1000)
  return [
    reading('gw_held_usd', [], quota),
    reading('gw_holds', [], calls),
    ...jobs.map(({ state, count }) => reading('gw_jobs', [state], count)),
    reading('gw_jobs_oldest_seconds', [], Math.max(0, ...ages)),
  ]
}
