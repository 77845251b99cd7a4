import { inCommits } from '../../../db/slices'
import { removeCallSessions } from '../../../db/tables/call-sessions'
import { removeRollups } from '../../../db/tables/rollups'
import { removeUsageFacts } from '../../../db/tables/usage-facts'
import { nowSeconds } from '../../clock'
import { DAY, HOUR, ROLLUP_DAYS, ROLLUP_KINDS } from '../../domain/logs/rollups'
import { USAGE_DAYS, USAGE_STEPS } from '../../domain/usage/steps'
import type { ServiceDeps } from '../service-deps'

/** Deletes counts that no page shows any more. */
export async function purgeRollups({ db, clock }: ServiceDeps): Promise<void> {
  for (const kind of ROLLUP_KINDS) {
    const before = nowSeconds(clock) - ROLLUP_DAYS[kind] * DAY
    await inCommits((limit) => db.transaction((trx) => removeRollups(trx, { kind, before, limit })))
  }
  for (const step of USAGE_STEPS) {
    const before = nowSeconds(clock) - USAGE_DAYS[step] * DAY
    await inCommits((limit) =>
      db.transaction((trx) => removeUsageFacts(trx, { step, before, limit })),
    )
  }
  const before = nowSeconds(clock) - USAGE_DAYS[HOUR] * DAY
  await inCommits((limit) => db.transaction((trx) => removeCallSessions(trx, { before, limit })))
}
