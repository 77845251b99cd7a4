/**
 * Lets days of the log leave this database for ClickHouse. A row is read here until its day is
 * proven to be there, and there from the commit on that says so; it is deleted here minutes
 * later, when nobody can be reading it here any more.
 */
import { dropMonthFile } from '../../../db/log-parts/month-file'
import { isAway, LOG_SINK, localParts, logParts, spanOf } from '../../../db/log-parts/parts'
import { lastIdInParts, oldestInParts } from '../../../db/log-parts/sums'
import { reclaimSpace } from '../../../db/maintenance/reclaim'
import { inCommits } from '../../../db/slices'
import { logMonths, removeLogMonth } from '../../../db/tables/log-months'
import { findShipping, setAway } from '../../../db/tables/log-shipping'
import { newestLogId, removeLogSpan } from '../../../db/tables/logs'
import { nowSeconds } from '../../clock'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { proofStart, proveLogs } from './prove'
import { shippedBefore } from './ship'

const DAY = 86_400
/** Longer than any answer that began before the days were read there. */
const UNREAD_AFTER_SECONDS = 120

/** Returns how many rows were deleted here. Throws where ClickHouse lacks what is here. */
export async function leaveLogs(deps: ServiceDeps): Promise<number> {
  const { db, clock } = deps
  const removed = await removeAway(deps)
  const { LogLocalDays: days } = await optionValues(db.reader)
  if (db.logStore === undefined || days === 0) return removed
  const shipped = (await shippedBefore(deps)) ?? 0
  const end = dayOf(Math.min(shipped, nowSeconds(clock) - days * DAY))
  while (await leaveDay(deps, end)) {
    // One day after the other: what was proven stays whatever comes next.
  }
  return removed
}

/** The oldest that is here; says whether there was one. */
async function leaveDay(deps: ServiceDeps, end: number): Promise<boolean> {
  const { db, clock } = deps
  const { logStore: store } = db
  const { shipped_id, away_before, away_upto_id } = await findShipping(db.lists, LOG_SINK)
  // The newest row of all stays, so that its id is never given again.
  const uptoId = Math.min(shipped_id, (await newestLogId(db.lists)) - 1)
  const here = localParts(await logParts(db))
  const from = await proofStart(deps)
  const oldest = await oldestInParts(here, { from, to: end - 1, uptoId })
  if (store === undefined || from === undefined || oldest === undefined) return false
  const before = Math.max(dayOf(oldest) + DAY, away_before)
  await proveLogs(deps, { store, from, before, uptoId })
  const lastId = await lastIdInParts(here, { from, to: before - 1, uptoId })
  await db.transaction((trx) =>
    setAway(trx, LOG_SINK, {
      away_from: from,
      away_before: before,
      away_upto_id: Math.max(away_upto_id, lastId),
      away_since: nowSeconds(clock),
    }),
  )
  return true
}

/** What has been read there for a while; files of months go when nothing of them is left. */
async function removeAway({ db, clock }: ServiceDeps): Promise<number> {
  const { away } = await logParts(db)
  const { away_since } = await findShipping(db.lists, LOG_SINK)
  if (away === undefined || away_since > nowSeconds(clock) - UNREAD_AFTER_SECONDS) return 0
  let total = await inCommits((limit) => db.transaction((trx) => removeLogSpan(trx, away, limit)))
  const { months: files } = db
  for (const row of files?.mayWrite ? await logMonths(db.lists) : []) {
    if (row.state === 'copying' || !isAway(spanOf(row), away)) continue
    await db.transaction((trx) => removeLogMonth(trx, row.month))
    // A crash in between leaves a file that nobody reads.
    if (files?.has(row.file)) dropMonthFile(files, row.file)
    total += row.state === 'alone' ? row.rows : 0
  }
  if (total > 0) await reclaimSpace(db)
  return total
}

/** Of UTC. */
function dayOf(seconds: number): number {
  return seconds - (seconds % DAY)
}
