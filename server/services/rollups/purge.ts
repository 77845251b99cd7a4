import { inCommits } from '../../../db/slices'
import { removeOldest } from '../../../db/tables/remove-oldest'
import { nowSeconds } from '../../clock'
import { DAY, HOUR, ROLLUP_DAYS, ROLLUP_KINDS } from '../../domain/logs/rollups'
import { AVAILABILITY_DAYS, AVAILABILITY_STEPS } from '../../domain/status-page/availability'
import { USAGE_DAYS, USAGE_STEPS } from '../../domain/usage/steps'
import type { ServiceDeps } from '../service-deps'

type Oldest = Parameters<typeof removeOldest>[1]

/** Deletes counts that no page shows any more. */
export async function purgeRollups({ db, clock }: ServiceDeps): Promise<void> {
  const remove = async (days: number, rows: Omit<Oldest, 'before' | 'limit'>): Promise<void> => {
    const before = nowSeconds(clock) - days * DAY
    await inCommits((limit) =>
      db.transaction((trx) => removeOldest(trx, { ...rows, before, limit })),
    )
  }
  for (const value of ROLLUP_KINDS) {
    const only = { column: 'kind', value } as const
    await remove(ROLLUP_DAYS[value], { table: 'rollups', column: 'at', only })
  }
  for (const value of USAGE_STEPS) {
    const only = { column: 'step', value } as const
    for (const table of ['usage_facts', 'usage_tags'] as const) {
      await remove(USAGE_DAYS[value], { table, column: 'at', only })
    }
  }
  for (const value of AVAILABILITY_STEPS) {
    const only = { column: 'step', value } as const
    await remove(AVAILABILITY_DAYS[value], { table: 'availability', column: 'at', only })
  }
  await remove(USAGE_DAYS[HOUR], { table: 'call_sessions', column: 'last_at' })
}
