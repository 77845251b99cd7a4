/** What a holder sees of a plan: what is left of it, and until when. */
import type { Allowance, PlanTerms } from './terms'

export interface AllowanceUse extends Allowance {
  readonly used: number
  /** Epoch ms at which it counts anew; `null` when no window is open. */
  readonly resets_at: number | null
}

export interface HeldPlan {
  readonly name: string
  readonly terms: PlanTerms
  /** Credits of the period's budget that are left; `null` where it has none. */
  readonly remain: number | null
  readonly windows: readonly AllowanceUse[]
  /** Epoch ms. */
  readonly period_end: number
  readonly renews: boolean
}
