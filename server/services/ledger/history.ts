import { history } from '../../../db/tables/ledger'
import { MAX_PAGE_SIZE } from '../page'
import type { ServiceDeps } from '../service-deps'

export interface LedgerHistoryInput {
  readonly userId: number
  readonly beforeId?: number | undefined
  readonly limit?: number | undefined
}

/** Grants, top-ups and adjustments of a user, newest first; calls are in the logs. */
export async function ledgerHistory(deps: ServiceDeps, input: LedgerHistoryInput) {
  const limit = Math.min(Math.max(1, input.limit ?? MAX_PAGE_SIZE), MAX_PAGE_SIZE)
  return await history(deps.db, { ...input, limit })
}
