import { dropMonthFile, removeFromMonth } from '../../../db/log-parts/month-file'
import { LOG_SINK } from '../../../db/log-parts/parts'
import { inCommits } from '../../../db/slices'
import { logMonths, removeLogMonth, takeFromLogMonth } from '../../../db/tables/log-months'
import { forgetBefore } from '../../../db/tables/log-shipping'
import { removeLogsBefore } from '../../../db/tables/logs'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

export interface RemoveLogsInput {
  readonly beforeSeconds: number | undefined
  readonly progress?: (done: number) => void
}

/**
 * Deletes every row older than the time, in epoch seconds, and returns how many. Throws
 * `log.time_missing` without one. What was deleted stays deleted when it is interrupted.
 */
export async function removeLogs(
  deps: ServiceDeps,
  actor: Actor,
  { beforeSeconds, progress }: RemoveLogsInput,
): Promise<number> {
  requireRoot(actor)
  if (beforeSeconds === undefined || beforeSeconds <= 0) {
    throw new GatewayError('log.time_missing')
  }
  // First, so that the record is there even if the work is cut short.
  await transact(deps, actor, async (work) => {
    const after = { before_timestamp: beforeSeconds }
    await recordAudit(work, { action: 'log.delete', target: 'log:*', after })
  })
  return await removeInSteps(deps, beforeSeconds, progress)
}

/** One commit at a time, so that calls are settled in between. */
export async function removeInSteps(
  deps: ServiceDeps,
  beforeSeconds: number,
  progress?: (done: number) => void,
): Promise<number> {
  let total = 0
  await deps.db.transaction((trx) => forgetBefore(trx, LOG_SINK, beforeSeconds))
  await inCommits(async (limit) => {
    const removed = await deps.db.transaction((trx) => removeLogsBefore(trx, beforeSeconds, limit))
    total += removed
    progress?.(total)
    return removed
  })
  return total + (await removeFromMonths(deps, beforeSeconds))
}

/** Whole months go with their files. Nothing of them is in the table any more. */
async function removeFromMonths({ db }: ServiceDeps, beforeSeconds: number): Promise<number> {
  const { months: files } = db
  if (files?.mayWrite !== true) return 0
  let total = 0
  for (const { month, file, state, from_at, before_at, rows } of await logMonths(db.lists)) {
    // Whoever copies is not disturbed; the next turn finds it.
    if (state === 'copying') continue
    if (before_at <= beforeSeconds) {
      // A crash in between leaves a file that nobody reads.
      await db.transaction((trx) => removeLogMonth(trx, month))
      dropMonthFile(files, file)
      total += rows
    } else if (from_at < beforeSeconds && files.has(file)) {
      const removed = await removeFromMonth(files, file, beforeSeconds)
      await db.transaction((trx) => takeFromLogMonth(trx, month, removed))
      total += removed
    }
  }
  return total
}
