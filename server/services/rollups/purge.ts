import { inCommits } from '../../../db/slices'
import { removeRollups } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import { DAY, ROLLUP_DAYS, ROLLUP_KINDS } from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'

/** Deletes counts that no page shows any more. */
export async function purgeRollups({ db, clock }: ServiceDeps): Promise<void> {
  for (const kind of ROLLUP_KINDS) {
    const before = nowSeconds(clock) - ROLLUP_DAYS[kind] * DAY
    await inCommits((limit) => db.transaction((trx) => removeRollups(trx, { kind, before, limit })))
  }
}
