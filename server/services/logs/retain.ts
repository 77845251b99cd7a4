import { logParts } from '../../../db/log-parts/parts'
import { averagePartsBytes, secondOfPartsRow } from '../../../db/log-parts/sums'
import { reclaimSpace } from '../../../db/maintenance/reclaim'
import { nowSeconds } from '../../clock'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { removeInSteps } from './remove'
import { shippedBefore } from './ship'

const DAY = 24 * 3600
const MEGABYTE = 1_000_000

/**
 * Deletes log rows that are older than the operator keeps, then the oldest ones until the rest
 * fits in the space allowed; returns how many. Space is estimated from the newest rows.
 */
export async function retainLogs(deps: ServiceDeps): Promise<number> {
  const options = await optionValues(deps.db.reader)
  const { LogRetentionDays: days, LogRetentionMegabytes: megabytes } = options
  // Nothing goes that has still to be copied.
  const bound = (await shippedBefore(deps)) ?? Number.POSITIVE_INFINITY
  const tooOld = Math.min(bound, nowSeconds(deps.clock) - days * DAY)
  const byAge = days > 0 ? await removeInSteps(deps, tooOld) : 0
  const bySize = megabytes > 0 ? await removeBeyond(deps, megabytes * MEGABYTE, bound) : 0
  const removed = byAge + bySize
  if (removed === 0) return 0
  await transact(deps, SYSTEM_ACTOR, async (work) => {
    await recordAudit(work, { action: 'log.retain', target: 'log:*', after: { removed } })
  })
  await reclaimSpace(deps.db)
  return removed
}

/** Rows of the second on the border stay, so that a time is enough to say what goes. */
async function removeBeyond(deps: ServiceDeps, bytes: number, bound: number): Promise<number> {
  const parts = await logParts(deps.db)
  const each = await averagePartsBytes(parts)
  if (each === 0) return 0
  const border = await secondOfPartsRow(parts, {}, Math.floor(bytes / each))
  return border === undefined ? 0 : await removeInSteps(deps, Math.min(border, bound))
}
