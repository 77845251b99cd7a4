/** Copies committed rows of the log to where they are analysed, each once. */
import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { endOfRange, rowsOfRange } from '../../../db/log-parts/shipping-range'
import { findShipping, putShipping, type Shipping } from '../../../db/tables/log-shipping'
import { nowSeconds } from '../../clock'
import type { ServiceDeps } from '../service-deps'

const SINK = 'clickhouse'
const ROWS_AT_ONCE = 10_000
/** On a database of several nodes rows appear out of the order of their ids, for a moment. */
const UNSETTLED_SECONDS = 30

/** Everything that is there; returns how many rows. Throws what the other side says. */
export async function shipLogs(deps: ServiceDeps): Promise<number> {
  const { db, logStore } = deps
  if (logStore === undefined) return 0
  let total = 0
  let isPrepared = false
  for (;;) {
    const planned = await nextRange(deps)
    if (planned === undefined) return total
    if (!isPrepared) await logStore.prepare()
    isPrepared = true
    const rows = await rowsOfRange(requireWhole(await logParts(db), {}), planned)
    const { shipped_id: from, planned_id: to } = planned
    if (rows.length > 0) await logStore.insert(`gw-${from}-${to}`, rows)
    const shipped_at = rows.at(-1)?.created_at ?? planned.shipped_at
    const done = { shipped_id: to, planned_id: 0, shipped_at }
    await db.transaction((trx) => putShipping(trx, SINK, done))
    total += rows.length
  }
}

/** The range that a crash has left, or else a new one, which is noted before it is sent. */
async function nextRange({ db, clock }: ServiceDeps): Promise<Shipping | undefined> {
  const known = await findShipping(db.lists, SINK)
  if (known.planned_id > 0) return known
  const upTo = nowSeconds(clock) - (db.kind === 'postgres' ? UNSETTLED_SECONDS : 0)
  const question = { afterId: known.shipped_id, most: ROWS_AT_ONCE, upTo }
  const planned_id = await endOfRange(requireWhole(await logParts(db), {}), question)
  if (planned_id === undefined) return undefined
  const planned = { ...known, planned_id }
  await db.transaction((trx) => putShipping(trx, SINK, planned))
  return planned
}

/** Epoch seconds before which every row has been copied; `undefined` where none has to be. */
export async function shippedBefore({ db, logStore }: ServiceDeps): Promise<number | undefined> {
  if (logStore === undefined) return undefined
  const { shipped_at } = await findShipping(db.lists, SINK)
  return Math.max(0, shipped_at - UNSETTLED_SECONDS)
}
