/** Every model at a glance: who serves it, what it costs, how its calls did in the last day. */
import { channelsByModel } from '../../../db/tables/abilities'
import { type RollupSum, rollupPoints, rollupSums, rollupWaits } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import type { ModelBoardJson } from '../../domain/endpoints/model'
import { quantileMs } from '../../domain/logs/latency'
import type { Price } from '../../domain/money/price'
import { inDollars } from '../../domain/prices/in-dollars'
import { priceFor } from '../../domain/prices/lookup'
import { callableRoutes, namesOf } from '../callable-models'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import { bucketsOf, countsOf, lastDay } from '../rollups/totals'
import type { ServiceDeps } from '../service-deps'

/** A client can ask for any name, so those that no channel has are bounded. */
const MOST_UNKNOWN = 50
/** Models whose day is read hour by hour, the busiest of them. */
const MOST_BUSY = 1000

/** The most called first, then by name. */
export async function modelBoard(deps: ServiceDeps): Promise<ModelBoardJson[]> {
  const { lists } = deps.db
  const [offers, routes, options, days] = await Promise.all([
    channelsByModel(lists),
    callableRoutes(lists, 'all'),
    optionValues(deps.db.reader),
    lastDayOfModels(deps),
  ])
  const known = new Map(offers.map((offer) => [offer.model, offer]))
  const served = new Set(namesOf(routes))
  const unknown = [...days.keys()].filter((model) => !known.has(model)).slice(0, MOST_UNKNOWN)
  const tables = priceTablesOf(options)
  const selfUse = options.SelfUseModeEnabled
  const rows = [...known.keys(), ...unknown].map((model) => ({
    ...{ channels: 0, enabled: 0, ...known.get(model) },
    model,
    served: served.has(model),
    ...pricesOf(priceFor({ model, groupRatio: 1, tables, selfUse, acceptsUnset: false })),
    ...(days.get(model) ?? IDLE),
  }))
  return rows.sort((a, b) => demandOf(b) - demandOf(a) || (a.model < b.model ? -1 : 1))
}

function demandOf({ calls, refused }: Pick<RollupSum, 'calls' | 'refused'>): number {
  return calls + refused
}

function pricesOf(price: Price | undefined) {
  const nothing = { prompt_usd: null, completion_usd: null, call_usd: null }
  if (price === undefined) return { priced: false, ...nothing }
  const { promptUsd, completionUsd, callUsd } = inDollars(price)
  if (price.mode === 'per-call') return { ...nothing, priced: true, call_usd: callUsd }
  return { ...nothing, priced: true, prompt_usd: promptUsd, completion_usd: completionUsd }
}

const IDLE = {
  calls: 0,
  failed: 0,
  refused: 0,
  quota: 0,
  p50_ms: 0,
  p95_ms: 0,
  calls_by_hour: [] as number[],
  failed_by_hour: [] as number[],
}
type Day = typeof IDLE

/** The most requested first. */
async function lastDayOfModels({ db, clock }: ServiceDeps): Promise<ReadonlyMap<string, Day>> {
  const grid = lastDay(nowSeconds(clock))
  const span = { kind: 'model', from: grid.from, to: grid.to } as const
  const sums = (await rollupSums(db.lists, span)).sort((a, b) => demandOf(b) - demandOf(a))
  const busy = sums.slice(0, MOST_BUSY).map(({ subject }) => subject)
  const [points, waits] = await Promise.all([
    rollupPoints(db.lists, busy, span),
    rollupWaits(db.lists, busy, span),
  ])
  const bySubject = Map.groupBy(points, ({ subject }) => subject)
  return new Map(
    sums.map(({ subject, calls, failed, refused, quota }) => {
      const rows = bySubject.get(subject)
      const hours = rows === undefined ? [] : bucketsOf(rows, grid, countsOf)
      const latency = waits.get(subject) ?? []
      const day = {
        ...{ calls, failed, refused, quota },
        p50_ms: quantileMs(latency, 0.5),
        p95_ms: quantileMs(latency, 0.95),
        calls_by_hour: hours.map((hour) => hour.calls),
        failed_by_hour: hours.map((hour) => hour.failed),
      }
      return [subject, day]
    }),
  )
}
