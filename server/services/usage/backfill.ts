/**
 * Adds up what the log knows of calls from before usage was counted, day by day into the past:
 * each day is one commit, which leaves a mark behind, so that no call is counted twice.
 */
import type { Lists } from '../../../db/lists'
import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { secondOfPartsRow } from '../../../db/log-parts/sums'
import {
  addUsageFacts,
  earliestUsageMark,
  NO_USAGE_COUNTS,
  oldestUsage,
  type UsageDelta,
} from '../../../db/tables/usage-facts'
import { nowSeconds } from '../../clock'
import { CLIENT_IDS } from '../../domain/calls/clients'
import { recordOf } from '../../domain/json/records'
import { billOf } from '../../domain/logs/call-record'
import { LATENCY_SLOTS } from '../../domain/logs/latency'
import { DAY, HOUR, MINUTE } from '../../domain/logs/rollups'
import { costOf } from '../../domain/money/list-cost'
import {
  totalCacheReadTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
} from '../../domain/money/usage'
import { LOG_TYPE } from '../../domain/status'
import { QUARTER_DAY, USAGE_DAYS } from '../../domain/usage/steps'
import type { LogView } from '../logs/list'
import { walkLogs } from '../logs/walk'
import { channelCosts } from '../proof/channel-costs'
import type { ServiceDeps } from '../service-deps'
import { type UsageCell, usageDeltas } from './deltas'

const STEPS = [HOUR, QUARTER_DAY, DAY] as const
const ROWS_PER_STATEMENT = 100

/** Returns how many days were added up. */
export async function backfillUsage(deps: ServiceDeps): Promise<number> {
  const { lists } = deps.db
  const oldest = nowSeconds(deps.clock) - USAGE_DAYS[HOUR] * DAY
  const costs = await channelCosts(deps)
  for (let days = 0; ; days += 1) {
    const mark = await earliestUsageMark(lists)
    const before = mark ?? (await firstCounted(lists))
    if (before === undefined) return days
    const past = { to: before - 1 }
    const parts = requireWhole(await logParts(deps.db), past)
    const log = await secondOfPartsRow(parts, past, 0)
    const isDone = log === undefined || log < oldest
    if (isDone && mark !== undefined) return days
    // Of the first day, what came before its first call; that there is nothing is marked too.
    const last = mark === undefined || isDone ? before - 1 : log
    const from = last - (last % DAY)
    const cells = await cellsOf(deps, { from, to: Math.min(before - 1, from + DAY - 1) }, costs)
    const rows = [...usageDeltas(cells, STEPS), markAt(from)]
    await deps.db.transaction(async (trx) => {
      for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
        await addUsageFacts(trx, rows.slice(at, at + ROWS_PER_STATEMENT))
      }
    })
  }
}

/** When calls began to be counted; hours tell it less exactly than minutes, and for longer. */
async function firstCounted(lists: Lists): Promise<number | undefined> {
  const minute = await oldestUsage(lists, MINUTE)
  const hour = await oldestUsage(lists, HOUR)
  const isFirst = minute !== undefined && hour !== undefined && minute - hour < HOUR
  return isFirst ? minute : hour
}

interface Span {
  readonly from: number
  readonly to: number
}

type Costs = ReadonlyMap<number, number>

async function cellsOf(deps: ServiceDeps, span: Span, costs: Costs): Promise<UsageCell[]> {
  const cells: UsageCell[] = []
  for (let rows = await walkLogs(deps, span); rows.length > 0; ) {
    for (const row of rows) {
      if (row.type === LOG_TYPE.consumption || row.type === LOG_TYPE.error) {
        cells.push(cellOf(row, costs))
      }
    }
    const last = rows.at(-1)
    rows = await walkLogs(deps, { ...span, below: last })
    // Cells of the same keys are one, so that a busy day stays small.
    cells.splice(0, cells.length, ...merged(cells))
  }
  return cells
}

function merged(cells: readonly UsageCell[]): UsageCell[] {
  return usageDeltas(cells, [HOUR])
}

function cellOf(row: LogView, costs: Costs): UsageCell {
  const isFailed = row.type === LOG_TYPE.error
  const isRefused = isFailed && row.channel_id === 0
  const bill = billOf(row, recordOf(row.other))
  return {
    at: row.created_at,
    user_id: row.user_id,
    token_id: row.token_id,
    channel_id: row.channel_id,
    model: row.model_name,
    group: row.group,
    client: CLIENT_IDS.find((id) => id === row.client) ?? '',
    calls: isRefused ? 0 : 1,
    failed: isFailed && !isRefused ? 1 : 0,
    refused: isRefused ? row.calls : 0,
    quota: row.quota,
    uncollected: 0,
    cost: bill === undefined ? 0 : costOf(bill.usage, bill.price, costs.get(row.channel_id)),
    prompt_tokens: Math.round(
      bill === undefined ? row.prompt_tokens : totalPromptTokens(bill.usage),
    ),
    cached_tokens: bill === undefined ? 0 : totalCacheReadTokens(bill.usage),
    cache_write_tokens: bill === undefined ? 0 : totalCacheWriteTokens(bill.usage),
    completion_tokens: Math.round(
      bill === undefined ? row.completion_tokens : totalCompletionTokens(bill.usage),
    ),
    latency: new Array<number>(LATENCY_SLOTS).fill(0),
  }
}

/** Of nobody's calls: it says how far back days are added up. */
function markAt(at: number): UsageDelta {
  return {
    ...NO_USAGE_COUNTS,
    step: DAY,
    at,
    user_id: 0,
    token_id: 0,
    channel_id: 0,
    model: '',
    group: '',
    client: '',
    latency: [],
  }
}
