/**
 * How many calls of the management API begin in one turn of the event loop. A hundred that
 * arrive together are a tenth of a millisecond of work each, and all of it at once: in between,
 * the calls that are relayed get on.
 */
export interface Pace {
  /** Resolves when it is time to begin: at once unless many have begun in this turn. */
  readonly begin: () => Promise<void>
}

const NOW = Promise.resolve()

export function createPace(perTurn: number): Pace {
  const waiting: (() => void)[] = []
  let begun = 0

  function nextTurn(): void {
    const due = waiting.splice(0, perTurn)
    begun = due.length
    if (begun > 0) setImmediate(nextTurn)
    for (const start of due) start()
  }

  return {
    begin() {
      if (begun === 0) setImmediate(nextTurn)
      if (begun >= perTurn) return new Promise((resolve) => waiting.push(resolve))
      begun += 1
      return NOW
    },
  }
}
