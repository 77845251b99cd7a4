/** How the newest attempts of each channel went, as this process has seen them. */
import { isOutage } from '../../domain/logs/rollups'

/** A caller's fault says nothing of the channel. */
export type AttemptOutcome = 'answered' | 'failed' | 'callers_fault'

export interface Streak {
  /** Attempts that failed one after the other, up to the newest. */
  readonly failed_in_row: number
  /** Epoch seconds of the first of them; 0 for none. */
  readonly failing_since: number
  /** Epoch seconds of the answer that ended an outage; 0 for none. */
  readonly recovered_at: number
}

const NO_STREAK: Streak = { failed_in_row: 0, failing_since: 0, recovered_at: 0 }

export class Streaks {
  readonly #byChannel = new Map<number, Streak>()

  after(channelId: number, outcome: AttemptOutcome, seconds: number): Streak {
    const before = this.#byChannel.get(channelId) ?? NO_STREAK
    const after = next(before, outcome, seconds)
    this.#byChannel.set(channelId, after)
    return after
  }
}

function next(before: Streak, outcome: AttemptOutcome, seconds: number): Streak {
  const { failed_in_row: failed, failing_since: since, recovered_at } = before
  if (outcome === 'callers_fault') return before
  if (outcome === 'failed') {
    return {
      failed_in_row: failed + 1,
      failing_since: failed === 0 ? seconds : since,
      recovered_at,
    }
  }
  return { ...NO_STREAK, recovered_at: isOutage(failed, seconds - since) ? seconds : recovered_at }
}
