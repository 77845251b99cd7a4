/** Sums of a long time, read from as few rows as say it exactly. */
import type { Lists } from '../../../db/lists'
import { type UsageQuestion, type UsageSum, usageSums } from '../../../db/tables/usage-facts'
import { DAY, HOUR } from '../../domain/logs/rollups'
import { sumOf } from './usage-totals'

type Question = Omit<UsageQuestion, 'bucket'>

/** Days that lie in it whole are read by the day, and the rest at its ends as requested. */
export async function wholeSums(lists: Lists, question: Question): Promise<readonly UsageSum[]> {
  const { step, from, to } = question
  const first = Math.ceil(from / DAY) * DAY
  const last = Math.floor(to / DAY) * DAY
  if (step < HOUR || step >= DAY || last <= first) return await usageSums(lists, question)
  const parts = await Promise.all([
    usageSums(lists, { ...question, step: DAY, from: first, to: last }),
    ...(from < first ? [usageSums(lists, { ...question, to: first })] : []),
    ...(last < to ? [usageSums(lists, { ...question, from: last })] : []),
  ])
  const byKey = Map.groupBy(parts.flat(), ({ key }) => JSON.stringify(key))
  return [...byKey.values()]
    .map((sums) => ({ ...sumOf(sums), key: sums[0]?.key ?? [], bucket: 0 }))
    .sort((a, b) => b.quota - a.quota)
}
