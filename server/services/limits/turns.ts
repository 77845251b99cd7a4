/**
 * How much of one kind of work may be under way per key: so much at once, and a short line
 * behind it. A key with much work waits in its own line and does not delay the other keys.
 */
export interface TurnRule {
  readonly running: number
  readonly waiting: number
}

export interface Turns {
  /** Runs `work` when its turn comes; `undefined` when the line is full. */
  readonly take: <T>(key: string, work: () => Promise<T>) => Promise<T> | undefined
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export function createTurns(rule: TurnRule): Turns {
  // Keys without work are forgotten.
  const lines = new Map<string, Line>()

  async function run<T>(key: string, line: Line, work: () => Promise<T>): Promise<T> {
    if (line.running >= rule.running) {
      // The turn is handed over, so nobody can slip in between.
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    } else {
      line.running += 1
    }
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next === undefined) line.running -= 1
      else next()
      if (line.running === 0) lines.delete(key)
    }
  }

  return {
    take(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      if (line.running >= rule.running && line.waiting.length >= rule.waiting) return undefined
      lines.set(key, line)
      return run(key, line, work)
    },
  }
}
