import { heldNow } from '../../../db/tables/reservations'
import { rollupsOf } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import { DAY, HOUR, MINUTE } from '../../domain/logs/rollups'
import { type BucketTotals, bucketsOf, type Totals, totalsOf } from '../rollups/totals'
import type { ServiceDeps } from '../service-deps'

export interface SiteHealth {
  readonly now: number
  /** The last sixty minutes. */
  readonly hour: Totals
  /** The same sixty minutes of yesterday. */
  readonly yesterday: Totals
  /** Of the last five minutes that are over. */
  readonly per_minute: number
  readonly step: number
  /** The last day in half hours, oldest first. */
  readonly buckets: readonly BucketTotals[]
  /** What is held for calls that run and are not billed yet. */
  readonly held: { readonly calls: number; readonly quota: number }
}

const STEP = 1800
const RATE_MINUTES = 5

export async function siteHealth(deps: ServiceDeps): Promise<SiteHealth> {
  const { lists } = deps.db
  const now = nowSeconds(deps.clock)
  const minute = now - (now % MINUTE)
  const to = minute + MINUTE
  const begun = now - (now % STEP)
  const grid = { from: begun + STEP - DAY, to: begun + STEP, step: STEP }
  const span = { kind: 'site', to } as const
  const [rows, before, held] = await Promise.all([
    rollupsOf(lists, '', { ...span, from: Math.min(grid.from, to - HOUR) }),
    rollupsOf(lists, '', { kind: 'site', from: to - HOUR - DAY, to: to - DAY }),
    heldNow(lists),
  ])
  const over = rows.filter(({ at }) => at < minute && at >= minute - RATE_MINUTES * MINUTE)
  const recent = totalsOf(over)
  return {
    now,
    hour: totalsOf(rows.filter(({ at }) => at >= to - HOUR)),
    yesterday: totalsOf(before),
    per_minute: (recent.calls + recent.refused) / RATE_MINUTES,
    step: STEP,
    buckets: bucketsOf(rows, grid, totalsOf),
    held,
  }
}
