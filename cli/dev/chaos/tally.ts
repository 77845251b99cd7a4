/** What a round counted and which invariants it broke. */

/** Columns of the report, in its order. */
export const COUNTS = {
  requests: 'requests sent',
  complete: 'complete answers',
  charged_once: 'complete answers charged exactly once',
  charged_unseen: 'charged, last frame lost at the kill',
  begun_released: 'begun streams released by a kill',
  cut: 'streams cut by a decision',
  open_at_kill: 'calls open at the kill',
  kills: 'processes killed at work',
  attempts: 'other attempts',
  holds_left: 'holds left',
} as const

export type CountName = keyof typeof COUNTS

export interface Violation {
  /** A sentence that should have been true. */
  readonly invariant: string
  readonly seen: string
  /** Ids of the calls concerned, where there are any; 20 at most. */
  readonly calls: readonly string[]
}

const MOST_CALLS = 20

/** What `expect` throws once `bail` was called. */
export class ViolationError extends Error {
  readonly violation: Violation

  constructor(violation: Violation) {
    super(violation.invariant)
    this.violation = violation
  }
}

let isBailing = false

/** Ends every later round at its first violation. */
export function bail(): void {
  isBailing = true
}

export class Tally {
  readonly counts: Partial<Record<CountName, number>> = {}
  readonly violations: Violation[] = []
  /** From the start of the process to its first readiness, after a kill. */
  readonly recoveryMs: number[] = []

  add(name: CountName, count = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + count
  }

  /** Notes a violation unless `holds`; says whether it held. */
  expect(holds: boolean, invariant: string, seen: { what: unknown; calls?: readonly string[] }) {
    if (holds) return true
    const { what, calls = [] } = seen
    const text = typeof what === 'string' ? what : JSON.stringify(what)
    const violation = { invariant, seen: text, calls: calls.slice(0, MOST_CALLS) }
    if (isBailing) throw new ViolationError(violation)
    this.violations.push(violation)
    return false
  }

  /** Notes a violation unless both are the same number or text. */
  same(actual: unknown, expected: unknown, invariant: string): boolean {
    const what = `expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`
    return this.expect(JSON.stringify(actual) === JSON.stringify(expected), invariant, { what })
  }

  /** Takes over what another tally counted. */
  join(other: Tally): void {
    for (const name of Object.keys(COUNTS) as CountName[]) {
      if (other.counts[name] !== undefined) this.add(name, other.counts[name])
    }
    this.violations.push(...other.violations)
    this.recoveryMs.push(...other.recoveryMs)
  }
}
