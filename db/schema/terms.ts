import type { Generated } from 'kysely'

/** One version of the terms of use that one user has accepted. */
export interface TermsAcceptancesTable {
  id: Generated<number>
  user_id: number
  version: string
  /** Epoch ms. */
  accepted_at: number
}
