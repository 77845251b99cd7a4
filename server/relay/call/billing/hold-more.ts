/** A call that is about to cost more than it holds for, because another model will answer it. */
import { holdFor, leastHoldFor } from '../../../domain/ledger/hold'
import type { Call } from '../call'
import type { Relay } from '../relay'
import { joined } from './limited'
import { estimateOf, limitOutput, longestOutput } from './reserve'

/**
 * Holds what the call needs at the price it has now, as far as the accounts pay for it; then the
 * answer is limited to that. False when they do not pay for its prompt.
 */
export async function holdMore(relay: Relay, call: Call): Promise<boolean> {
  const { reservation } = call
  if (reservation === undefined) return true
  const { price } = call.facts
  const longest = longestOutput(relay, call)
  const estimate = estimateOf(relay, call, longest)
  const wanted = holdFor(estimate, price)
  const held = reservation.amount + (await extended(relay, call, wanted - reservation.amount))
  call.reservation = { ...reservation, amount: held }
  if (held < leastHoldFor(estimate, price)) return false
  call.isHeldWhole = estimate.outputTokens === longest
  call.outputLimit = undefined
  if (held < wanted) await limitOutput(call, longest)
  return true
}

/** Credits that were held in addition. */
async function extended({ ledger, clock }: Relay, call: Call, amount: number): Promise<number> {
  if (amount <= 0) return 0
  const { requestId: callId, user, token } = call.facts
  const nowMs = clock.nowMs()
  const limits = joined(call.limits, call.channelLimits)
  const outcome = await ledger.extend({
    callId,
    userId: user.id,
    tokenId: token?.id,
    amount,
    ...(limits && { limited: { limits, tokens: 0 } }),
    nowMs,
  })
  return outcome.kind === 'extended' ? outcome.amount : 0
}
