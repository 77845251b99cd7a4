import { type Difference, verify } from '../../../db/tables/ledger-verify'
import type { ServiceDeps } from '../service-deps'
import { abandonedHolds } from './abandoned-holds'

export type LedgerDifference = Difference

/**
 * Replays the ledger against every balance, and names holds that no call can settle any more;
 * an empty list means that all agree.
 */
export async function verifyLedger(deps: ServiceDeps): Promise<readonly LedgerDifference[]> {
  const abandoned = await abandonedHolds(deps)
  return [
    ...(await verify(deps.db)),
    ...abandoned.map(({ call_id, amount }) => ({
      account: `call:${call_id}`,
      check: 'abandoned' as const,
      expected: 0,
      actual: amount,
    })),
  ]
}
