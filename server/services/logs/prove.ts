/** Proves that ClickHouse has what is about to leave this database. */
import { lineOf } from '../../../db/clickhouse/log-store'
import { addedHash } from '../../../db/clickhouse/log-table'
import {
  LOG_SINK,
  type LogParts,
  localParts,
  logParts,
  requireMonths,
} from '../../../db/log-parts/parts'
import { logPartsBelow } from '../../../db/log-parts/rows'
import { oldestInParts } from '../../../db/log-parts/sums'
import type { LogProof, LogStore } from '../../../db/log-store'
import { inSlices } from '../../../db/slices'
import { findShipping } from '../../../db/tables/log-shipping'
import type { LogPlace, LogRow } from '../../../db/tables/logs'
import { ALPHANUMERIC } from '../../random'
import type { ServiceDeps } from '../service-deps'

const HOUR = 3600
const DAY = 24 * HOUR
const ROWS_AT_ONCE = 500
const TOKEN_LENGTH = 24

export interface ProofOrder {
  readonly store: LogStore
  /** Epoch seconds; what is older is not looked at, and what is there is not counted. */
  readonly from: number
  readonly before: number
  readonly uptoId: number
}

/**
 * Resolves when the number and the checksum of rows are equal here and there, day by day. Hours
 * that differ are sent once more, for a row may have changed since; throws where that does not
 * help, or where rows are there that were never here.
 */
export async function proveLogs(deps: ServiceDeps, order: ProofOrder): Promise<void> {
  const { from, before, uptoId } = order
  const parts = requireMonths(await logParts(deps.db), { from, to: before - 1, uptoId })
  const here = localParts(parts)
  for await (const day of stepsOf(here, order, DAY)) await proveDay(deps, here, day)
}

/**
 * Where proofs begin, in epoch seconds; `undefined` where nothing is here. What was deleted
 * before it may still be in ClickHouse, and is nobody's concern any more.
 */
export async function proofStart({ db }: ServiceDeps): Promise<number | undefined> {
  const { away_from } = await findShipping(db.lists, LOG_SINK)
  return away_from > 0 ? away_from : await oldestInParts(localParts(await logParts(db)))
}

/** From one row on to the end of its day or hour, and what lies between them. */
async function* stepsOf(
  here: LogParts,
  order: ProofOrder,
  seconds: number,
): AsyncGenerator<ProofOrder> {
  const { from, before, uptoId } = order
  const settled = here.away?.before ?? 0
  for (let at = from; ; ) {
    const oldest = await oldestInParts(here, { from: at, to: before - 1, uptoId })
    if (oldest === undefined) return
    const begun = oldest - (oldest % seconds)
    const end = Math.min(before, begun + seconds)
    // Of days that are away only what came late is here.
    const start = Math.max(at, oldest < settled ? begun : settled)
    yield { ...order, from: start, before: end }
    at = end
  }
}

async function proveDay(deps: ServiceDeps, here: LogParts, day: ProofOrder): Promise<void> {
  const { from, before } = day
  if (await isProven(here, day)) return
  for await (const hour of stepsOf(here, day, HOUR)) {
    if (!(await isProven(here, hour))) await sendAgain(deps, here, hour)
  }
  if (await isProven(here, day)) return
  const [start, end] = [from, before].map((at) => new Date(at * 1000).toISOString())
  throw new Error(
    `from ${start} to ${end} the log in ClickHouse is unlike the one here, which stays`,
  )
}

async function isProven(here: LogParts, order: ProofOrder): Promise<boolean> {
  const { store, from, before, uptoId } = order
  const afterId = here.away !== undefined && from < here.away.before ? here.away.uptoId : 0
  const ours = await proofHere(here, order)
  const theirs = await store.proof({ from, before, afterId, uptoId })
  return ours.rows === theirs.rows && ours.checksum === theirs.checksum
}

async function proofHere(here: LogParts, order: ProofOrder): Promise<LogProof> {
  let rows = 0
  let checksum = 0n
  await eachRow(here, order, async (some) => {
    rows += some.length
    checksum = some.reduce(addedHash, checksum)
  })
  return { rows, checksum }
}

/** Under names that nothing was ever sent by. */
async function sendAgain(
  { random }: ServiceDeps,
  here: LogParts,
  order: ProofOrder,
): Promise<void> {
  const { store, from } = order
  await store.prepare()
  await eachRow(here, order, async (some) => {
    const token = random.text(TOKEN_LENGTH, ALPHANUMERIC)
    await store.insert(`gw-again-${from}-${token}`, some.map(lineOf))
  })
}

async function eachRow(
  here: LogParts,
  { from, before, uptoId }: ProofOrder,
  take: (rows: readonly LogRow[]) => Promise<void>,
): Promise<void> {
  let below: LogPlace | undefined
  await inSlices(async () => {
    const filter = { from, to: before - 1, uptoId, below }
    const rows = await logPartsBelow(here, filter, ROWS_AT_ONCE)
    if (rows.length > 0) await take(rows)
    below = rows.at(-1)
    return rows.length === ROWS_AT_ONCE
  })
}
