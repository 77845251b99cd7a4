/** Everything the pipeline works with; built once by the composition root. */
import { type Bodies, createBodies } from './bodies'
import { type BodyBudget, type BudgetLimits, createBodyBudget } from './body-budget'
import type { Dialect } from './dialects/dialect'
import { createRequestLimits, type RequestLimits } from './limits'
import type { FetchMedia } from './media'
import type { Clock, Directory, Health, Ledger, Random, RelayChannel, Reminders } from './ports'
import type { SettlePorts } from './settle'
import type { Upstream } from './upstream'

export interface RelayParts {
  readonly directory: Directory
  readonly ledger: Ledger
  readonly health: Health
  readonly reminders: Reminders
  readonly clock: Clock
  readonly random: Random
  readonly upstream: Upstream
  readonly dialects: Readonly<Record<string, Dialect>>
  /** Downloads an image or file for dialects that take no URLs. */
  readonly fetchMedia: FetchMedia
  readonly bodyLimits: BudgetLimits
  readonly drainLimitMs: number
  readonly clientIdleMs: number
}

export interface Relay extends RelayParts {
  readonly settlePorts: SettlePorts
  readonly bodies: Bodies
  readonly budget: BodyBudget
  readonly limits: RequestLimits
  /** `undefined` for channel types whose wire format is not built. */
  readonly dialectOf: (channel: RelayChannel) => Dialect | undefined
  /** Marks a call as running; the returned function marks its end, once. */
  readonly begin: () => () => void
  readonly running: () => number
  /** Resolves when no call is running. */
  readonly idle: () => Promise<void>
}

export function createRelay(parts: RelayParts): Relay {
  let running = 0
  let waiting: (() => void)[] = []
  return {
    ...parts,
    limits: createRequestLimits(),
    bodies: createBodies(parts.fetchMedia),
    budget: createBodyBudget(parts.bodyLimits),
    settlePorts: {
      ledger: parts.ledger,
      clock: parts.clock,
      reminders: parts.reminders,
      settings: parts.directory.settings,
    },
    dialectOf: (channel) => parts.dialects[channel.type.dialect],
    begin() {
      running += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        running -= 1
        if (running > 0) return
        const resolvers = waiting
        waiting = []
        for (const resolve of resolvers) resolve()
      }
    },
    running: () => running,
    idle: () =>
      running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  }
}
