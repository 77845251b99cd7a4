/** How long a client may leave its answer unread. */
import { monotonicMs } from '../../../domain/time-source'
import type { Clock } from '../../ports/ports'

/** The clock decides; how often it is read is no setting. */
const LOOK_EVERY_MS = 1000

export interface IdleTimeoutOptions {
  readonly clock: Clock
  readonly limitMs: number
  readonly giveUp: () => void
}

/** Costs nothing while the client keeps up. */
export class IdleTimeout {
  readonly #options: IdleTimeoutOptions
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: IdleTimeoutOptions) {
    this.#options = options
  }

  /** The client has enough to read; counts from the first of several such calls. */
  begin(): void {
    if (this.#timer !== undefined) return
    const { clock, limitMs, giveUp } = this.#options
    const sinceMs = monotonicMs(clock)
    const look = () => {
      if (monotonicMs(clock) - sinceMs < limitMs) return
      this.end()
      giveUp()
    }
    this.#timer = setInterval(look, Math.min(limitMs, LOOK_EVERY_MS))
  }

  /** The client has read on, or there is nothing more to read. */
  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
