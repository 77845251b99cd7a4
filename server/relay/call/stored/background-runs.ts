/** Answers that this process makes in the background; not more at once than it can bear. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { BackgroundRun } from './run'

const MOST_OF_USER = 32
const MOST_OF_ALL = 512
const RETRY_SECONDS = 10

export class BackgroundRuns {
  readonly #runs = new Map<string, BackgroundRun>()
  readonly #ofUsers = new Map<number, number>()
  #waiting: (() => void)[] = []

  /** Throws `limit.background`. */
  add(run: BackgroundRun): void {
    const { userId, id } = run
    const own = this.#ofUsers.get(userId) ?? 0
    const max = own >= MOST_OF_USER ? MOST_OF_USER : MOST_OF_ALL
    if (own >= MOST_OF_USER || this.#runs.size >= MOST_OF_ALL) {
      throw new GatewayError('limit.background', { max, seconds: RETRY_SECONDS })
    }
    this.#runs.set(keyOf(userId, id), run)
    this.#ofUsers.set(userId, own + 1)
  }

  /** It is over, and written. */
  remove({ userId, id }: BackgroundRun): void {
    if (!this.#runs.delete(keyOf(userId, id))) return
    const remaining = (this.#ofUsers.get(userId) ?? 1) - 1
    if (remaining > 0) this.#ofUsers.set(userId, remaining)
    else this.#ofUsers.delete(userId)
    if (this.#runs.size > 0) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  find(userId: number, id: string): BackgroundRun | undefined {
    return this.#runs.get(keyOf(userId, id))
  }

  /** Resolves when none runs. */
  idle(): Promise<void> {
    if (this.#runs.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

function keyOf(userId: number, id: string): string {
  return `${userId}:${id}`
}
