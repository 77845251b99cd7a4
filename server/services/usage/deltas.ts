import { NO_USAGE_COUNTS, type UsageDelta } from '../../../db/tables/usage-facts'
import type { UsageStep } from '../../domain/usage/steps'

/** What calls of one key came to at a time. */
export type UsageCell = Omit<UsageDelta, 'step'>

/** Every cell in its stretch of time of each step; each row once, in one order for all writers. */
export function usageDeltas(cells: readonly UsageCell[], steps: readonly UsageStep[]) {
  const rows = new Map<string, UsageDelta>()
  for (const cell of cells) {
    const { user_id, token_id, channel_id, model, group, client } = cell
    const own = [user_id, token_id, channel_id, model, group, client].join('\n')
    for (const step of steps) {
      const at = cell.at - (cell.at % step)
      const key = `${step}\n${at}\n${own}`
      const known = rows.get(key)
      rows.set(key, known === undefined ? { ...cell, step, at } : sumOf(known, cell))
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const COUNT_NAMES = Object.keys(NO_USAGE_COUNTS) as (keyof typeof NO_USAGE_COUNTS)[]

function sumOf(row: UsageDelta, cell: UsageCell): UsageDelta {
  const counts = Object.fromEntries(COUNT_NAMES.map((name) => [name, row[name] + cell[name]]))
  const latency = row.latency.map((count, slot) => count + (cell.latency[slot] ?? 0))
  return { ...row, ...counts, latency }
}
