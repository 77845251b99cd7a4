/** The operator's books of a time: what came in, what was charged, and what it cost. */
import { bookedSums, type FinanceSpan, owedNow, paidOrders } from '../../../db/tables/finance'
import { oldestUsage } from '../../../db/tables/usage-facts'
import { nowSeconds } from '../../clock'
import { DAY, HOUR } from '../../domain/logs/rollups'
import { USAGE_GROUPS, type UsageGroup } from '../../domain/usage/explore'
import { USAGE_DAYS, type UsageStep } from '../../domain/usage/steps'
import { verifyLedger } from '../ledger/verify'
import type { ServiceDeps } from '../service-deps'
import { type NamedKey, namesOf } from './names'
import { sumOf, type UsageTotals, usageTotals } from './usage-totals'
import { wholeSums } from './whole-days'

export interface FinanceInput {
  /** Epoch seconds; the last 30 days when absent. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface Finance extends FinanceSpan {
  /** Seconds that usage of the time is known by: days of UTC where it is long ago. */
  readonly step: UsageStep
  /** Epoch seconds from which on usage is known; 0 for not at all. */
  readonly known_from: number
  readonly booked: Awaited<ReturnType<typeof bookedSums>>
  readonly orders: Awaited<ReturnType<typeof paidOrders>>
  /** `quota` is charged, `cost` the provider's, and margin what lies between. */
  readonly usage: UsageTotals
  readonly owed: Awaited<ReturnType<typeof owedNow>>
}

const DEFAULT_DAYS = 30

export async function financeOf(deps: ServiceDeps, input: FinanceInput = {}): Promise<Finance> {
  const { lists } = deps.db
  const span = spanOf(deps, input)
  const [booked, orders, usage, owed, known] = await Promise.all([
    bookedSums(lists, span),
    paidOrders(lists, span),
    wholeSums(lists, { ...span, only: {}, by: [] }),
    owedNow(lists),
    oldestUsage(lists, span.step),
  ])
  const total = usageTotals(sumOf(usage))
  return { ...span, known_from: known ?? 0, booked, orders, usage: total, owed }
}

export interface FinanceSum extends UsageTotals, NamedKey {
  readonly margin: number
}

export interface FinanceSumsInput extends FinanceInput {
  readonly by: UsageGroup
}

/** Of each that was charged or cost anything; the largest charge first. */
export async function financeSums(
  deps: ServiceDeps,
  { by, ...input }: FinanceSumsInput,
): Promise<readonly FinanceSum[]> {
  const span = spanOf(deps, input)
  const question = { ...span, only: {}, by: [USAGE_GROUPS[by].column] }
  const sums = (await wholeSums(deps.db.lists, question)).filter(
    ({ calls, quota, cost }) => calls + quota + cost > 0,
  )
  const names = await namesOf(deps, [by], sums)
  return sums.map((sum) => {
    const [named = { key: '', name: '' }] = names(sum.key)
    return { ...named, ...usageTotals(sum), margin: sum.quota - sum.cost }
  })
}

/** Replays the ledger against every balance, and says when. */
export async function verifyNow(deps: ServiceDeps) {
  return { at: nowSeconds(deps.clock), differences: await verifyLedger(deps) }
}

/** On whole hours, or on whole days where hours are no longer stored. */
function spanOf({ clock }: ServiceDeps, input: FinanceInput): FinanceSpan & { step: UsageStep } {
  const now = nowSeconds(clock)
  const to = input.to ?? now + HOUR
  const from = input.from ?? now - DEFAULT_DAYS * DAY
  const step = from < now - USAGE_DAYS[HOUR] * DAY ? DAY : HOUR
  const down = (seconds: number) => Math.floor(seconds / step) * step
  return { from: down(from), to: Math.max(down(from), down(to)), step }
}
