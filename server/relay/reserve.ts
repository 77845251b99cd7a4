/** Holds the money of a call, by one conditional write, before the upstream hears of it. */
import { GatewayError } from '../domain/errors/gateway-error'
import type { ReserveOrder } from '../domain/ledger-batch'
import { leastReserveFor, reserveFor } from '../domain/quota'
import type { Call } from './call'
import type { Relay } from './relay'

/** Throws `quota.user_short` or `quota.token_short`. */
export async function reserve(relay: Relay, call: Call): Promise<void> {
  const estimated = orderFor(relay, call, call.estimatePromptTokens())
  let outcome = await relay.ledger.reserve(estimated)
  if (outcome.kind !== 'reserved') {
    // The estimate is generous; before refusing, count what the prompt really is.
    const exact = orderFor(relay, call, await call.weighPrompt())
    if (exact.atLeast < estimated.atLeast) outcome = await relay.ledger.reserve(exact)
    if (outcome.kind !== 'reserved') {
      const id = outcome.kind === 'user_short' ? 'quota.user_short' : 'quota.token_short'
      throw new GatewayError(id, { balance: outcome.balance, needed: exact.atLeast })
    }
  }
  call.reservation = outcome.reservation
}

function orderFor(relay: Relay, call: Call, promptTokens: number): ReserveOrder {
  const { price, query, user, token, requestId, startedAtMs } = call.facts
  const { preConsumedQuota } = relay.directory.settings()
  const { choices } = query
  const maxTokens = query.maxTokens === undefined ? undefined : query.maxTokens * choices
  return {
    callId: requestId,
    userId: user.id,
    tokenId: token?.id,
    amount: reserveFor({ promptTokens, maxTokens, preConsumedQuota }, price),
    // With less than this the prompt alone could not be paid.
    atLeast: leastReserveFor(promptTokens, price),
    model: query.model,
    nowMs: startedAtMs,
  }
}
