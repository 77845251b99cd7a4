/** What a user's first page shows: how long the balance lasts, and where it goes. */
import { rollupPoints, rollupsOf } from '../../../db/tables/rollups'
import { listTokens } from '../../../db/tables/tokens'
import { hoursOfUser, type UsageHourRow } from '../../../db/tables/usage-hours'
import { nowSeconds } from '../../clock'
import { DAY } from '../../domain/logs/rollups'
import {
  type BucketTotals,
  bucketsOf,
  countsOf,
  lastDay,
  type Totals,
  totalsOf,
} from '../rollups/totals'
import type { ServiceDeps } from '../service-deps'
import { settledStatus } from '../tokens/status'

export interface OwnSpend {
  readonly name: string
  /** Of the last seven days. */
  readonly quota: number
  readonly calls: number
  /** Seven numbers, one per 24 hours, oldest first. */
  readonly spend_by_day: readonly number[]
}

export interface OwnToken extends OwnSpend {
  readonly id: number
  readonly status: number
  readonly failed: number
  readonly used_quota: number
  readonly remain_quota: number
  readonly unlimited_quota: boolean
  /** Epoch seconds, -1 for never. */
  readonly expired_time: number
}

export interface OwnOverview {
  readonly now: number
  /** The last 24 hours, the running one in them, and the 24 before. */
  readonly day: Totals
  readonly before: Totals
  /** By the hour, oldest first. */
  readonly buckets: readonly BucketTotals[]
  /** Credits a day, over the days of the last week since the first call. */
  readonly spend_per_day: number
  readonly tokens: readonly OwnToken[]
  readonly models: readonly OwnSpend[]
}

const DAYS = 7
const MOST_TOKENS = 100
const MOST_MODELS = 8

export async function ownOverview(deps: ServiceDeps, userId: number): Promise<OwnOverview> {
  const { lists } = deps.db
  const now = nowSeconds(deps.clock)
  const grid = lastDay(now)
  const week = { from: grid.to - DAYS * DAY, to: grid.to, step: DAY }
  const [rows, hours, tokens] = await Promise.all([
    rollupsOf(lists, String(userId), { kind: 'user', from: week.from, to: week.to }),
    hoursOfUser(lists, userId, { from: week.from, to: week.to }),
    tokensOf(deps, userId, week),
  ])
  const day = rows.filter(({ at }) => at >= grid.from)
  const first = rows.find(({ quota }) => quota > 0)?.at ?? now
  const days = Math.max(1, Math.ceil((now - first) / DAY))
  return {
    now,
    day: totalsOf(day),
    before: totalsOf(rows.filter(({ at }) => at < grid.from && at >= grid.from - DAY)),
    buckets: bucketsOf(day, grid, totalsOf),
    spend_per_day: Math.round(countsOf(rows).quota / days),
    tokens,
    models: modelsOf(hours, week),
  }
}

interface Week {
  readonly from: number
  readonly to: number
  readonly step: number
}

async function tokensOf(deps: ServiceDeps, userId: number, week: Week): Promise<OwnToken[]> {
  const { lists } = deps.db
  const owned = await listTokens(
    lists,
    { userId },
    {
      limit: MOST_TOKENS,
      offset: 0,
      order: { column: 'accessed_time', direction: 'desc' },
    },
  )
  const subjects = owned.map(({ id }) => String(id))
  const points = await rollupPoints(lists, subjects, {
    kind: 'token',
    from: week.from,
    to: week.to,
  })
  const bySubject = Map.groupBy(points, ({ subject }) => subject)
  const seconds = nowSeconds(deps.clock)
  const rows = owned.map((token) => {
    const own = bySubject.get(String(token.id)) ?? []
    const { quota, calls, failed } = countsOf(own)
    return {
      id: token.id,
      name: token.name,
      status: settledStatus(token, seconds),
      quota,
      calls,
      failed,
      spend_by_day: bucketsOf(own, week, countsOf).map((bucket) => bucket.quota),
      used_quota: token.used_quota,
      remain_quota: token.remain_quota,
      unlimited_quota: token.unlimited_quota === 1,
      expired_time: token.expired_time,
    }
  })
  return rows.sort((a, b) => b.quota - a.quota || b.calls - a.calls)
}

function modelsOf(hours: readonly UsageHourRow[], week: Week): OwnSpend[] {
  const sum = (rows: readonly UsageHourRow[], name: 'quota' | 'count') =>
    rows.reduce((total, row) => total + Number(row[name]), 0)
  const rows = [...Map.groupBy(hours, ({ model_name }) => model_name)].map(([name, own]) => ({
    name,
    quota: sum(own, 'quota'),
    calls: sum(own, 'count'),
    spend_by_day: bucketsOf(
      own.map(({ created_at, quota }) => ({ at: Number(created_at), quota: Number(quota) })),
      week,
      (part) => ({ quota: part.reduce((total, { quota }) => total + quota, 0) }),
    ).map(({ quota }) => quota),
  }))
  return rows.sort((a, b) => b.quota - a.quota).slice(0, MOST_MODELS)
}
