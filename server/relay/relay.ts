/** Everything the pipeline works with; built once by the composition root. */
import type { GatewayError } from '../domain/errors/gateway-error'
import type { Call } from './call'
import type { TokenCounter } from './count-tokens'
import type { Dialect } from './dialects/dialect'
import { createRequestLimits, type RequestLimits } from './limits'
import type { FetchMedia } from './media'
import type { Clock, Directory, Health, Ledger, Random, RelayChannel, Reminders } from './ports'
import { RunningCalls } from './running-calls'
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
  readonly counter: TokenCounter
  /** Downloads an image or file for dialects that take no URLs. */
  readonly fetchMedia: FetchMedia
  readonly drainLimitMs: number
  readonly clientIdleMs: number
}

export interface Relay extends RelayParts {
  readonly settlePorts: SettlePorts
  readonly limits: RequestLimits
  /** `undefined` for channel types whose wire format is not built. */
  readonly dialectOf: (channel: RelayChannel) => Dialect | undefined
  /** Marks a call as running; the returned function marks its end, once. */
  readonly begin: (call: Call) => () => void
  /** Ends what runs, and what would still begin, with this error; nothing billed is lost. */
  readonly stop: (error: GatewayError) => void
  readonly running: () => number
  /** Resolves when no call is running. */
  readonly idle: () => Promise<void>
}

export function createRelay(parts: RelayParts): Relay {
  const running = new RunningCalls()
  let stopped: GatewayError | undefined
  let waiting: (() => void)[] = []
  return {
    ...parts,
    limits: createRequestLimits(),
    settlePorts: {
      ledger: parts.ledger,
      clock: parts.clock,
      reminders: parts.reminders,
      settings: parts.directory.settings,
    },
    dialectOf: (channel) => parts.dialects[channel.type.dialect],
    begin(call) {
      running.add(call)
      if (stopped !== undefined) call.stop(stopped)
      return () => {
        if (!running.remove(call) || running.size > 0) return
        const resolvers = waiting
        waiting = []
        for (const resolve of resolvers) resolve()
      }
    },
    stop(error) {
      stopped = error
      for (const call of running.all()) call.stop(error)
    },
    running: () => running.size,
    idle: () =>
      running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  }
}
