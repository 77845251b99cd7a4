/**
 * Which limits are spent, as far as the ledger's commits show this process. The pipeline reads
 * it where it may not wait for the database. The ledger decides; this only saves it the question.
 */
import type { Limit, LimitUsage } from '../../domain/limits/limit'

/** How long a limit that no window resets counts as spent: calls of other nodes may end. */
const ASKED_AGAIN_MS = 5_000

interface Spent {
  readonly standing: LimitUsage
  readonly seenMs: number
}

export class LimitBoard {
  readonly #spent = new Map<number, Spent>()

  note(standings: readonly LimitUsage[], nowMs: number): void {
    for (const standing of standings) {
      const { limit, used } = standing
      if (used >= limit.amount) this.#spent.set(limit.id, { standing, seenMs: nowMs })
      else this.#spent.delete(limit.id)
    }
  }

  spentOf(limits: readonly Limit[], nowMs: number): LimitUsage | undefined {
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
