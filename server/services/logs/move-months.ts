/**
 * Moves past months of the log into files of their own next to a SQLite database. A row is read
 * from the table until its month is full and compared, and from the file from the commit on that
 * says so; it leaves the table minutes later, when nobody can be reading it there any more.
 */
import {
  bytesOfMonth,
  clearMonthAfter,
  copyMonth,
  dropMonthFile,
  isSameMonth,
  type MonthSpan,
  prepareMonth,
  rowsToMove,
} from '../../../db/log-parts/month-file'
import { logParts, spanOf } from '../../../db/log-parts/parts'
import { reclaimSpace } from '../../../db/maintenance/reclaim'
import type { MonthFiles } from '../../../db/month-files'
import { inCommits } from '../../../db/slices'
import {
  type LogMonthRow,
  logMonths,
  putLogMonth,
  removeLogMonth,
  setLogMonth,
} from '../../../db/tables/log-months'
import { oldestLogSeconds, removeLogSpan } from '../../../db/tables/logs'
import { nowSeconds } from '../../clock'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { shippedBefore } from './ship'

const DAY = 86_400
/** What is read most stays in the table, and so do rows of a clock that is a little late. */
const DAYS_AFTER_ITS_END = 3
/** Longer than any answer that began before the file was read from. */
const UNREAD_AFTER_SECONDS = 120
const NAME_LENGTH = 12
const NAME_LETTERS = '0123456789abcdef'

/** Returns how many rows have left the table. Throws for a bad copy. */
export async function moveLogMonths(deps: ServiceDeps): Promise<number> {
  const { db, clock } = deps
  const { months: files } = db
  if (files?.mayWrite !== true) return 0
  const removed = await emptyTable(deps)
  const { LogMonthFiles: isWanted } = await optionValues(db.reader)
  if (!isWanted) return removed
  const shipped = (await shippedBefore(deps)) ?? Number.POSITIVE_INFINITY
  const end = Math.min(shipped, nowSeconds(clock) - DAYS_AFTER_ITS_END * DAY)
  // What is in ClickHouse alone, or soon will be, is not moved once more.
  const { away } = await logParts(db)
  for (let from = away?.before ?? 0; ; ) {
    const oldest = await oldestLogSeconds(db.lists, { from })
    if (oldest === undefined) return removed
    const month = monthOf(oldest)
    if (month.before_at > end) return removed
    await moveMonth(deps, files, month)
    from = month.before_at
  }
}

/** Of months that have been read from their files for a while. */
async function emptyTable({ db, clock }: ServiceDeps): Promise<number> {
  const latest = nowSeconds(clock) - UNREAD_AFTER_SECONDS
  let total = 0
  for (const row of await logMonths(db.lists)) {
    const isThere = db.months?.has(row.file) ?? false
    if (row.state !== 'moved' || row.moved_at > latest || !isThere) continue
    total += await inCommits((limit) =>
      db.transaction((trx) => removeLogSpan(trx, spanOf(row), limit)),
    )
    await db.transaction((trx) => setLogMonth(trx, row, { state: 'alone' }))
  }
  if (total > 0) await reclaimSpace(db)
  return total
}

type Month = Pick<LogMonthRow, 'month' | 'from_at' | 'before_at'>

async function moveMonth(deps: ServiceDeps, files: MonthFiles, month: Month): Promise<void> {
  const { db } = deps
  const known = (await logMonths(db.lists)).find((row) => row.month === month.month)
  if (known?.state === 'moved') return
  const planned = await plan(deps, files, { month, known })
  if (planned === undefined) return
  const span: MonthSpan = { ...spanOf(planned), file: planned.file, uptoId: planned.planned_id }
  const { rows, firstId } = await rowsToMove(db.lists, span)
  await prepareMonth(files, planned.file)
  await copyMonth(files, span, firstId)
  if (!(await isSameMonth(files, span, firstId))) {
    await giveUp(deps, files, planned)
    throw new Error(`the copy of the log of ${planned.month} was unlike it, and was given up`)
  }
  await db.transaction((trx) =>
    setLogMonth(trx, planned, {
      state: 'moved',
      upto_id: planned.planned_id,
      planned_id: 0,
      rows: planned.rows + rows,
      bytes: bytesOfMonth(files, planned.file),
      moved_at: nowSeconds(deps.clock),
    }),
  )
}

interface Planning {
  readonly month: Month
  readonly known: LogMonthRow | undefined
}

/** Noted before anything is copied; what an earlier turn has noted is gone on with. */
async function plan(
  { db, random }: ServiceDeps,
  files: MonthFiles,
  { month, known }: Planning,
): Promise<LogMonthRow | undefined> {
  if (known?.state === 'copying') return known
  const { from_at: from, before_at: before } = month
  const { rows, lastId } = await rowsToMove(db.lists, { from, before })
  if (rows === 0) return undefined
  // Rows that came late, where a clock was set back, join the others.
  if (known !== undefined) await clearMonthAfter(files, known.file, known.upto_id)
  const name = `${month.month}-${random.text(NAME_LENGTH, NAME_LETTERS)}.db`
  const fresh = { file: name, upto_id: 0, rows: 0, bytes: 0, moved_at: 0 }
  const planned = { ...fresh, ...known, ...month, state: 'copying' as const, planned_id: lastId }
  await db.transaction((trx) => putLogMonth(trx, planned))
  return planned
}

/** The next turn begins anew. */
async function giveUp({ db }: ServiceDeps, files: MonthFiles, row: LogMonthRow): Promise<void> {
  if (row.upto_id > 0) {
    await db.transaction((trx) => setLogMonth(trx, row, { state: 'alone', planned_id: 0 }))
    return
  }
  await db.transaction((trx) => removeLogMonth(trx, row.month))
  dropMonthFile(files, row.file)
}

/** Of UTC. */
function monthOf(seconds: number): Month {
  const at = new Date(seconds * 1000)
  const startOf = (month: number) => Date.UTC(at.getUTCFullYear(), month) / 1000
  return {
    month: at.toISOString().slice(0, 7),
    from_at: startOf(at.getUTCMonth()),
    before_at: startOf(at.getUTCMonth() + 1),
  }
}
