/**
 * A conversation on a socket has an upstream of its own for as long as it lasts, so it is one of
 * the calls that run at the same time, whether or not anybody speaks.
 */
import { termsOf } from '../../domain/ledger/hold-terms'
import { isOfRunning } from '../../domain/limits/kinds'
import { accountLimits, channelLimits, joined } from '../call/billing/limited'
import { refusalOf } from '../call/billing/reserve'
import type { CallFacts } from '../call/call-facts'
import type { Relay } from '../call/relay'
import type { RelayChannel } from '../ports/ports'

export interface Place {
  /** Resolves when somebody else may have it. */
  readonly leave: () => Promise<void>
}

const FREE: Place = { leave: async () => {} }

interface Wanted {
  readonly facts: CallFacts
  readonly channel: RelayChannel
  /** Of the place in the ledger: one that was left is not taken again. */
  readonly callId: string
}

/** Throws what says that too many run already. */
export async function takePlace(relay: Relay, { facts, channel, callId }: Wanted): Promise<Place> {
  const { directory, clock, ledger } = relay
  const all = joined(accountLimits(directory, facts), channelLimits(directory, channel))
  const limits = all?.filter(({ kind }) => isOfRunning(kind)) ?? []
  if (limits.length === 0) return FREE
  const nowMs = clock.nowMs()
  const order = {
    callId,
    userId: facts.user.id,
    tokenId: facts.token?.id,
    amount: 0,
    atLeast: 0,
    model: facts.query.model,
    terms: termsOf('socket', nowMs),
    limited: { limits, tokens: 0, leastTokens: 0 },
    nowMs,
  }
  const outcome = await ledger.reserve(order)
  if (outcome.kind !== 'reserved') throw refusalOf(relay, facts, { outcome, order })
  const { reservation } = outcome
  return {
    leave: () =>
      ledger.settle({
        reservation,
        charge: 0,
        withinBalance: true,
        channelId: undefined,
        log: undefined,
        counted: false,
        hourly: false,
        isUnused: true,
        limits,
        nowMs: clock.nowMs(),
      }),
  }
}
