/** What upstreams reported as the cost of calls, next to what these calls were charged. */
import { allChannels } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { detailsOf } from '../../domain/logs/details'
import { MICRO_USD_PER_CREDIT } from '../../domain/money/quota'
import type { ServiceDeps } from '../service-deps'
import { walkBills } from './walk-bills'

export interface ReportedCostsInput {
  /** Epoch seconds; the last 30 days when absent. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Every channel when absent. */
  readonly channelId?: number | undefined
}

/** Of one channel. Money is in millionths of a dollar. */
export interface ReportedCost {
  readonly id: number
  readonly name: string
  readonly calls: number
  /** Those of them that came with a cost; the sums below are theirs alone. */
  readonly reported_calls: number
  readonly reported_micro_usd: number
  readonly charged_micro_usd: number
  /** Charged less reported. */
  readonly margin_micro_usd: number
}

const MONTH_SECONDS = 30 * 86_400

/** The largest cost first; channels whose upstreams report nothing are left out. */
export async function reportedCosts(
  deps: ServiceDeps,
  input: ReportedCostsInput = {},
): Promise<readonly ReportedCost[]> {
  const to = input.to ?? nowSeconds(deps.clock)
  const from = input.from ?? to - MONTH_SECONDS
  const channels = await allChannels(deps.db.lists)
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const sums = new Map<number, Sum>()
  for await (const { row } of walkBills(deps, { from, to, channelId: input.channelId })) {
    const sum = sums.get(row.channel_id) ?? { calls: 0, reportedCalls: 0, reported: 0, charged: 0 }
    sums.set(row.channel_id, sum)
    sum.calls += 1
    const { reportedMicroUsd } = detailsOf(row)
    if (reportedMicroUsd === 0) continue
    sum.reportedCalls += 1
    sum.reported += reportedMicroUsd
    sum.charged += row.quota * MICRO_USD_PER_CREDIT
  }
  return [...sums]
    .filter(([, { reportedCalls }]) => reportedCalls > 0)
    .map(([id, { calls, reportedCalls, reported, charged }]) => ({
      id,
      name: names.get(id) ?? `#${id}`,
      calls,
      reported_calls: reportedCalls,
      reported_micro_usd: reported,
      charged_micro_usd: charged,
      margin_micro_usd: charged - reported,
    }))
    .toSorted((a, b) => b.reported_micro_usd - a.reported_micro_usd)
}

interface Sum {
  calls: number
  reportedCalls: number
  reported: number
  charged: number
}
