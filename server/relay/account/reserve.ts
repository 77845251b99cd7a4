/** Holds the money of a call, by one conditional write, before the upstream hears of it. */
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  affordableOutput,
  type HoldEstimate,
  holdFor,
  leastHoldFor,
  OUTPUT_SLICE,
} from '../../domain/hold'
import { termsOf } from '../../domain/hold-terms'
import type { ReserveOrder } from '../../domain/ledger-orders'
import { longestAnswer } from '../../domain/models/capabilities'
import type { Call } from '../call/call'
import { OPERATION_ROWS } from '../operations'
import type { Relay } from '../relay'

/** Limits beyond this are no limits: no model writes as much at once. */
const LONGEST_TOKENS = 200_000

/** Throws `quota.user_short` or `quota.token_short`. */
export async function reserve(relay: Relay, call: Call): Promise<void> {
  const longest = longestOutput(relay, call)
  call.promptTokens = call.estimatePromptTokens()
  const estimate = estimateOf(relay, call, longest)
  let order = orderFor(call, estimate)
  let outcome = await relay.ledger.reserve(order)
  if (outcome.kind !== 'reserved') {
    // The estimate is generous; before refusing, count what the prompt really is.
    await call.countHeldPrompt()
    const exact = orderFor(call, estimateOf(relay, call, longest))
    if (exact.atLeast < order.atLeast) {
      order = exact
      outcome = await relay.ledger.reserve(exact)
    }
    if (outcome.kind !== 'reserved') {
      const id = outcome.kind === 'user_short' ? 'quota.user_short' : 'quota.token_short'
      const { model } = call.facts.query
      throw new GatewayError(id, { balance: outcome.balance, needed: exact.atLeast, model })
    }
  }
  call.reservation = outcome.reservation
  call.isHeldWhole = estimate.outputTokens === longest
  if (outcome.reservation.amount < order.amount) await limitOutput(call, longest)
}

/** Tokens that all answers of the call can have together. */
function longestOutput(relay: Relay, { facts }: Call): number {
  const { query, operation } = facts
  if (!OPERATION_ROWS[operation].writes) return 0
  const { outputLimits } = relay.directory.settings()
  const asked = query.maxTokens ?? longestAnswer(query.model, outputLimits)
  return Math.min(asked, LONGEST_TOKENS) * query.choices
}

/**
 * A stream begins with a slice and grows. What nobody can watch while it is written is held
 * whole: answers that come in one piece, and reasoning that is never shown.
 */
function estimateOf(relay: Relay, call: Call, longest: number): HoldEstimate {
  const { stream, isBackground } = call.facts.query
  // What goes on in the background is written whether or not its client still listens.
  const isWatched = stream && !isBackground && !relay.reasoning.isExpected(call.facts)
  return {
    promptTokens: call.promptTokens,
    outputTokens: isWatched ? Math.min(longest, OUTPUT_SLICE) : longest,
    preConsumedQuota: relay.directory.settings().preConsumedQuota,
  }
}

function orderFor(call: Call, estimate: HoldEstimate): ReserveOrder {
  const { price, query, user, token, requestId, startedAtMs } = call.facts
  return {
    callId: requestId,
    userId: user.id,
    tokenId: token?.id,
    amount: holdFor(estimate, price),
    atLeast: leastHoldFor(estimate, price),
    model: query.model,
    terms: termsOf('call', startedAtMs),
    nowMs: startedAtMs,
  }
}

/** The accounts afford less than was asked for: the upstream is told to write no more. */
async function limitOutput(call: Call, longest: number): Promise<void> {
  if (call.reservation === undefined || longest === 0) return
  await call.countHeldPrompt()
  const { price, query } = call.facts
  const affordable = affordableOutput(call.reservation.amount, call.promptTokens, price)
  if (affordable >= longest) return
  call.isHeldWhole = false
  call.outputLimit = Math.max(1, Math.floor(affordable / query.choices))
}
