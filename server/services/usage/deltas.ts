import { NO_USAGE_COUNTS, type UsageDelta, type UsageKey } from '../../../db/tables/usage-facts'
import type { UsageStep } from '../../domain/usage/steps'

/** What calls of one key came to at a time. */
export type UsageCell = Omit<UsageDelta, 'step'>

/** Every cell in its stretch of time of each step; each row once, in one order for all writers. */
export function usageDeltas(cells: readonly UsageCell[], steps: readonly UsageStep[]) {
  const rows = new Map<string, UsageDelta>()
  for (const cell of cells) {
    for (const step of steps) {
      const row = { ...cell, step, at: cell.at - (cell.at % step) }
      const key = usageKey(row)
      const known = rows.get(key)
      rows.set(key, known === undefined ? row : sumOf(known, cell))
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** What distinguishes a row from all others. */
export function usageKey(row: UsageKey): string {
  const { step, at, user_id, token_id, channel_id, model, group, client, tag = '' } = row
  return [step, at, user_id, token_id, channel_id, model, group, client, tag].join('\n')
}

const COUNT_NAMES = Object.keys(NO_USAGE_COUNTS) as (keyof typeof NO_USAGE_COUNTS)[]

function sumOf(row: UsageDelta, cell: UsageCell): UsageDelta {
  const counts = Object.fromEntries(COUNT_NAMES.map((name) => [name, row[name] + cell[name]]))
  const latency = row.latency.map((count, slot) => count + (cell.latency[slot] ?? 0))
  return { ...row, ...counts, latency }
}
