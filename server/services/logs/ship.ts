/** Copies committed rows of the log to where they are analysed, each once. */
import { lineOf } from '../../../db/clickhouse/log-store'
import { addedHash } from '../../../db/clickhouse/log-table'
import { LOG_SINK, localParts, logParts, requireMonths } from '../../../db/log-parts/parts'
import { endOfRange, oldestAfter, rowsOfRange } from '../../../db/log-parts/shipping-range'
import type { LogStore } from '../../../db/log-store'
import { slicesOf } from '../../../db/slices'
import { findShipping, putShipping, type Shipping } from '../../../db/tables/log-shipping'
import type { LogRow } from '../../../db/tables/logs'
import { nowSeconds } from '../../clock'
import { ALPHANUMERIC } from '../../random'
import type { ServiceDeps } from '../service-deps'

const ROWS_AT_ONCE = 10_000
/** A slice of them is made ready while calls wait. */
const LINES_AT_ONCE = 500
/** On a database of several nodes rows appear out of the order of their ids, for a moment. */
const UNSETTLED_SECONDS = 30

/** Everything that is there; returns how many rows. Throws what the other side says. */
export async function shipLogs(deps: ServiceDeps): Promise<number> {
  const { db } = deps
  const { logStore } = db
  if (logStore === undefined) return 0
  let total = 0
  let isPrepared = false
  for (;;) {
    const planned = await nextRange(deps)
    if (planned === undefined) return total
    if (!isPrepared) await logStore.prepare()
    isPrepared = true
    const rows = await rowsOfRange(requireMonths(await logParts(db), {}), planned)
    const { planned_id: to } = planned
    await send(deps, logStore, { ...planned, rows })
    const shipped_at = rows.at(-1)?.created_at ?? planned.shipped_at
    const done = { shipped_id: to, planned_id: 0, shipped_at }
    await db.transaction((trx) => putShipping(trx, LOG_SINK, done))
    total += rows.length
  }
}

interface Range extends Pick<Shipping, 'shipped_id' | 'planned_id'> {
  readonly rows: readonly LogRow[]
  /** Some of it may be there. */
  readonly isRepeated: boolean
}

async function send(
  { random }: ServiceDeps,
  store: LogStore,
  { rows, isRepeated, shipped_id: afterId, planned_id: uptoId }: Range,
): Promise<void> {
  if (rows.length === 0) return
  const lines: string[] = []
  let checksum = 0n
  let [from, before] = [Number.POSITIVE_INFINITY, 0]
  for await (const some of slicesOf(rows, LINES_AT_ONCE)) {
    for (const row of some) {
      lines.push(lineOf(row))
      if (isRepeated) checksum = addedHash(checksum, row)
      from = Math.min(from, row.created_at)
      before = Math.max(before, row.created_at + 1)
    }
  }
  await store.insert(`gw-${afterId}-${uptoId}`, lines)
  if (!isRepeated) return
  // A token is no proof that all of it arrived.
  const there = await store.proof({ from, before, afterId, uptoId })
  if (there.rows === rows.length && there.checksum === checksum) return
  await store.insert(`gw-again-${afterId}-${uptoId}-${random.text(12, ALPHANUMERIC)}`, lines)
}

type PlannedRange = Shipping & Pick<Range, 'isRepeated'>

/** The range that a crash has left, or else a new one, which is noted before it is sent. */
async function nextRange({ db, clock }: ServiceDeps): Promise<PlannedRange | undefined> {
  const known = await findShipping(db.lists, LOG_SINK)
  const { shipped_id, shipped_at } = known
  if (known.planned_id > 0) return { ...known, isRepeated: true }
  const upTo = nowSeconds(clock) - (db.kind === 'postgres' ? UNSETTLED_SECONDS : 0)
  const question = { afterId: shipped_id, most: ROWS_AT_ONCE, upTo }
  const planned_id = await endOfRange(requireMonths(await logParts(db), {}), question)
  if (planned_id === undefined) return undefined
  const planned = { shipped_id, shipped_at, planned_id }
  await db.transaction((trx) => putShipping(trx, LOG_SINK, planned))
  return { ...planned, isRepeated: false }
}

/** Epoch seconds before which every row has been copied; `undefined` where none has to be. */
export async function shippedBefore({ db }: ServiceDeps): Promise<number | undefined> {
  if (db.logStore === undefined) return undefined
  const { shipped_id, shipped_at } = await findShipping(db.lists, LOG_SINK)
  const settled = Math.max(0, shipped_at - UNSETTLED_SECONDS)
  // Where a clock was set back, what came last may be old.
  const waiting = await oldestAfter(localParts(await logParts(db)), shipped_id)
  return Math.min(settled, waiting ?? settled)
}
