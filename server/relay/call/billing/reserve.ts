/** Holds the money of a call, by one conditional write, before the upstream learns of it. */

import type { GatewayError } from '../../../domain/errors/gateway-error'
import {
  affordableOutput,
  type HoldEstimate,
  holdFor,
  leastHoldFor,
  OUTPUT_SLICE,
} from '../../../domain/ledger/hold'
import { termsOf } from '../../../domain/ledger/hold-terms'
import type { ReserveOrder, ReserveOutcome } from '../../../domain/ledger/orders'
import { longestAnswer } from '../../../domain/models/capabilities'
import type { Usage } from '../../../domain/money/usage'
import { OPERATION_ROWS } from '../../formats/operations'
import type { RelayChannel } from '../../ports/ports'
import type { Call } from '../call'
import type { CallFacts } from '../call-facts'
import type { Relay } from '../relay'
import { heldError, shortError } from './held-error'
import {
  accountLimits,
  channelLimits,
  expectedTokens,
  joined,
  limitError,
  limitedTokens,
} from './limited'

/** Limits beyond this are no limits: no model writes as much at once. */
const LONGEST_TOKENS = 200_000

/** Throws what refuses a call for its balance or a limit. `channel` is the one it goes to first. */
export async function reserve(relay: Relay, call: Call, channel: RelayChannel): Promise<void> {
  const longest = longestOutput(relay, call)
  call.limits = accountLimits(relay.directory, call.facts)
  call.channelLimits = channelLimits(relay.directory, channel)
  if (!call.isPromptCounted) call.promptTokens = call.estimatePromptTokens()
  const estimate = estimateOf(relay, call, longest)
  let order = orderFor(call, estimate)
  let outcome = await relay.ledger.reserve(order)
  if (outcome.kind !== 'reserved') {
    // The estimate is generous; before refusing, count what the prompt really is.
    await call.countHeldPrompt()
    const exact = orderFor(call, estimateOf(relay, call, longest))
    if (isLess(exact, order)) {
      order = exact
      outcome = await relay.ledger.reserve(exact)
    }
    if (outcome.kind !== 'reserved') throw refusalOf(relay, call.facts, { outcome, order: exact })
  }
  const { reservation, tokens, limitUsages } = outcome
  call.reservation = reservation
  call.heldTokens = tokens
  call.plannedTokens = Math.ceil(call.promptTokens + estimate.outputTokens)
  call.limitUsages = limitUsages
  call.isEstimated = relay.directory.settings().holdsByEstimate
  call.isHeldWhole = estimate.outputTokens === longest
  const lacksTokens = tokens !== undefined && tokens < (order.expected?.tokens ?? 0)
  if (lacksTokens || reservation.amount < order.amount) await limitOutput(call, longest)
}

function isLess(exact: ReserveOrder, order: ReserveOrder): boolean {
  if (exact.atLeast < order.atLeast) return true
  return (exact.expected?.leastTokens ?? 0) < (order.expected?.leastTokens ?? 0)
}

interface Refused {
  readonly outcome: Exclude<ReserveOutcome, { kind: 'reserved' }>
  readonly order: ReserveOrder
}

const SHORT_IDS = {
  user_short: { spent: 'quota.user_short', held: 'quota.user_held' },
  token_short: { spent: 'quota.token_short', held: 'quota.token_held' },
} as const

/** What a caller reads whose accounts or limits do not let even the least pass. */
export function refusalOf(
  { directory, clock }: Pick<Relay, 'directory' | 'clock'>,
  payer: Pick<CallFacts, 'user' | 'token' | 'group'>,
  { outcome, order }: Refused,
): GatewayError {
  if (outcome.kind === 'limited') {
    return limitError(directory, payer, { outcome, nowMs: clock.nowMs() })
  }
  const { kind, balance, held } = outcome
  const shortage = { balance, needed: order.atLeast, model: order.model }
  const ids = SHORT_IDS[kind]
  if (held === undefined) return shortError(directory, ids.spent, shortage)
  return heldError(directory, ids.held, { ...shortage, held })
}

/** Tokens that all answers of the call can have together. */
export function longestOutput(relay: Relay, { facts }: Call): number {
  const { query, operation } = facts
  if (!OPERATION_ROWS[operation].writes) return 0
  const { outputLimits } = relay.directory.settings()
  const requested = query.maxTokens ?? longestAnswer(query.model, outputLimits)
  return Math.min(requested, LONGEST_TOKENS) * query.choices
}

/**
 * A stream begins with a slice and grows. What nobody can watch while it is written is held
 * whole: answers that come in one piece, and reasoning that is never shown.
 */
export function estimateOf(relay: Relay, call: Call, longest: number): HoldEstimate {
  const { stream, isBackground } = call.facts.query
  // What goes on in the background is written whether or not its client still listens.
  const isWatched = stream && !isBackground && !relay.reasoning.isExpected(call.facts)
  const { preConsumedQuota, holdsByEstimate } = relay.directory.settings()
  const { promptTokens } = call
  const units = heldUnits(call)
  if (holdsByEstimate) {
    // The requested limit counts like a prompt, and nothing else does.
    const requested = promptTokens + (call.facts.query.maxTokens ?? preConsumedQuota)
    return { ...(units && { units }), promptTokens, outputTokens: 0, preConsumedQuota: requested }
  }
  const outputTokens = isWatched ? Math.min(longest, OUTPUT_SLICE) : longest
  return { ...(units && { units }), promptTokens, outputTokens, preConsumedQuota }
}

function heldUnits(call: Call): Partial<Usage> | undefined {
  const { holds, measure, expects } = OPERATION_ROWS[call.facts.operation]
  const expected = expects?.(call.promptTokens, call.pricingFacts()) ?? 0
  return expected > 0 ? { completionTokens: expected } : (holds ?? measure)?.(call.pricingFacts())
}

function orderFor(call: Call, estimate: HoldEstimate): ReserveOrder {
  const order = reserveOrder(call.facts, estimate, 'call')
  const limits = joined(call.limits, call.channelLimits)
  return limits === undefined ? order : { ...order, ...limitedTokens(limits, estimate) }
}

type Holding = Pick<
  CallFacts,
  'price' | 'query' | 'user' | 'token' | 'group' | 'requestId' | 'startedAtMs'
>

export function reserveOrder(
  { price, query, user, token, group, requestId, startedAtMs }: Holding,
  estimate: HoldEstimate,
  kind: 'call' | 'socket',
): ReserveOrder {
  return {
    callId: requestId,
    userId: user.id,
    tokenId: token?.id,
    amount: holdFor(estimate, price),
    atLeast: leastHoldFor(estimate, price),
    model: query.model,
    terms: termsOf(kind, startedAtMs),
    expected: expectedTokens(estimate),
    group,
    nowMs: startedAtMs,
  }
}

/** The accounts afford less than was requested: the upstream is told to write no more. */
export async function limitOutput(call: Call, longest: number): Promise<void> {
  if (call.reservation === undefined || longest === 0 || call.isEstimated) return
  await call.countHeldPrompt()
  const { price, query } = call.facts
  const affordable = Math.min(
    affordableOutput(call.reservation.amount, call.promptTokens, price),
    (call.heldTokens ?? Number.POSITIVE_INFINITY) - call.promptTokens,
  )
  if (affordable >= longest) return
  call.isHeldWhole = false
  call.outputLimit = Math.max(1, Math.floor(affordable / query.choices))
}
