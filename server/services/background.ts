/** Work that goes on after its caller was answered. */
import type { Logger } from '../log'

export interface Background {
  /** Aborts when the process is about to stop; long work looks at it between steps. */
  readonly signal: AbortSignal
  /** Goes on with it; a failure ends up in the log. */
  readonly run: (what: string, work: Promise<unknown>) => void
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>
  /** Aborts the signal and waits for the work to notice. */
  readonly stop: () => Promise<void>
}

export function createBackground(log: Logger): Background {
  const ending = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
  }
  return {
    signal: ending.signal,
    run(what, work) {
      const watched = work
        .catch((error: unknown) => {
          if (!ending.signal.aborted) log.error(`${what} failed`, { error })
        })
        .finally(() => underWay.delete(watched))
      underWay.add(watched)
    },
    idle,
    async stop() {
      ending.abort()
      await idle()
    },
  }
}
