import { type Difference, verify } from '../../../db/tables/ledger-verify'
import type { ServiceDeps } from '../service-deps'

export type LedgerDifference = Difference

/** Replays the ledger against every balance; an empty list means that all agree. */
export async function verifyLedger(deps: ServiceDeps): Promise<readonly LedgerDifference[]> {
  return await verify(deps.db)
}
