import { inCommits } from '../../../db/slices'
import { removeRollups } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import { DAY, ROLLUP_DAYS, ROLLUP_KINDS } from '../../domain/rollups'
import type { ServiceDeps } from '../service-deps'

const ROWS_PER_COMMIT = 250

/** Deletes counts that no page shows any more. */
export async function purgeRollups({ db, clock }: ServiceDeps): Promise<void> {
  for (const kind of ROLLUP_KINDS) {
    const before = nowSeconds(clock) - ROLLUP_DAYS[kind] * DAY
    await inCommits(ROWS_PER_COMMIT, () =>
      db.transaction((trx) => removeRollups(trx, { kind, before, limit: ROWS_PER_COMMIT })),
    )
  }
}
