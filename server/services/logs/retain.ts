import { LOG_SINK, localParts, logParts } from '../../../db/log-parts/parts'
import { averagePartsBytes, secondOfPartsRow } from '../../../db/log-parts/sums'
import { reclaimSpace } from '../../../db/maintenance/reclaim'
import { findShipping } from '../../../db/tables/log-shipping'
import { nowSeconds } from '../../clock'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { proofStart, proveLogs } from './prove'
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
  const tooOld = nowSeconds(deps.clock) - days * DAY
  const byAge = days > 0 ? await removeProven(deps, tooOld) : 0
  const bySize = megabytes > 0 ? await removeBeyond(deps, megabytes * MEGABYTE) : 0
  const removed = byAge + bySize
  if (removed === 0) return 0
  await transact(deps, SYSTEM_ACTOR, async (work) => {
    await recordAudit(work, { action: 'log.retain', target: 'log:*', after: { removed } })
  })
  await reclaimSpace(deps.db)
  return removed
}

/** Rows of the second on the border stay, so that a time is enough to say what goes. */
async function removeBeyond(deps: ServiceDeps, bytes: number): Promise<number> {
  const parts = localParts(await logParts(deps.db))
  const each = await averagePartsBytes(parts)
  if (each === 0) return 0
  const border = await secondOfPartsRow(parts, {}, Math.floor(bytes / each))
  return border === undefined ? 0 : await removeProven(deps, border)
}

/** Nothing goes that has still to be copied, and nothing that has not arrived as it is. */
async function removeProven(deps: ServiceDeps, beforeSeconds: number): Promise<number> {
  const { logStore: store } = deps.db
  if (store === undefined) return await removeInSteps(deps, beforeSeconds)
  const before = Math.min(beforeSeconds, (await shippedBefore(deps)) ?? 0)
  const { shipped_id: uptoId } = await findShipping(deps.db.lists, LOG_SINK)
  const from = await proofStart(deps)
  if (from !== undefined) await proveLogs(deps, { store, from, before, uptoId })
  return await removeInSteps(deps, before)
}
