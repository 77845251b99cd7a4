/**
 * Which limits are spent as far as this process knows, for whoever may not ask the database: what
 * the ledger says with every commit. The ledger decides; this only saves it the question.
 */
import type { Limit, LimitStanding } from '../../domain/limits/limit'

/** How long a limit counts as spent that no clock sets back: somebody else may have freed it. */
const ASKED_AGAIN_MS = 5_000

interface Spent {
  readonly standing: LimitStanding
  readonly seenMs: number
}

export class LimitBoard {
  readonly #spent = new Map<number, Spent>()

  note(standings: readonly LimitStanding[], nowMs: number): void {
    for (const standing of standings) {
      const { limit, used } = standing
      if (used >= limit.amount) this.#spent.set(limit.id, { standing, seenMs: nowMs })
      else this.#spent.delete(limit.id)
    }
  }

  spentOf(limits: readonly Limit[], nowMs: number): LimitStanding | undefined {
    for (const limit of limits) {
      const known = this.#spent.get(limit.id)
      // It may have been raised since.
      if (known === undefined || known.standing.used < limit.amount) continue
      const untilMs = known.standing.resetMs ?? known.seenMs + ASKED_AGAIN_MS
      if (nowMs < untilMs) return known.standing
      this.#spent.delete(limit.id)
    }
    return undefined
  }
}
