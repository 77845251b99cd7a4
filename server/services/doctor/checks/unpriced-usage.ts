import { newestUnknownUsage } from '../../../../db/tables/logs'
import { detailsOf } from '../../../domain/logs/details'
import type { Check } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

/** Rows looked at: what an upstream began to count lately. */
const NEWEST = 5_000

/** Counts that upstreams report and that no unit stands for; nobody is charged for them. */
export const unpricedUsage: Check<Examined> = {
  id: 'usage',
  area: 'channels',
  look: async ({ db }) => {
    const names = new Set<string>()
    for (const row of await newestUnknownUsage(db.lists, NEWEST)) {
      for (const name of Object.keys(detailsOf(row).unknownUsage)) {
        names.add(`${name} (${row.model_name})`)
      }
    }
    if (names.size === 0) return { status: 'ok', text: 'doctor.usage.ok' }
    const params = { count: names.size, names: someOf([...names].sort()) }
    return { status: 'warn', text: 'doctor.usage.unknown', hint: 'doctor.usage.hint', params }
  },
}
