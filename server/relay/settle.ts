/** The end of a billable call: what it costs, what the log says, what the counters get. */

import { errorFacts } from '../domain/errors/error-facts'
import type { GatewayError } from '../domain/errors/gateway-error'
import type { LogFacts } from '../domain/ledger-orders'
import type { CutBy } from '../domain/log-details'
import { LONG_CACHE_WRITE_FACTOR, type Price, WEB_SEARCH_USD } from '../domain/price'
import { chargeFor } from '../domain/quota'
import { LOG_TYPE } from '../domain/status'
import { monotonicMs } from '../domain/time-source'
import {
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
  usage,
} from '../domain/usage'
import { upstreamIdIn } from './answer-headers'
import type { Call } from './call'
import type { Clock, CutPolicy, Ledger, RelaySettings, Reminders } from './ports'
import { PROTOCOL_CODECS } from './protocols'
import type { ReasoningModels } from './reasoning'

export interface Outcome {
  /** What the upstream said it used; `undefined` when it said nothing. */
  readonly usage: Usage | undefined
  /** False when the answer broke off: then usage, if any, is not the last word. */
  readonly isWhole: boolean
  /** Counts what was generated, when usage is missing or cannot be complete. */
  readonly generated: () => Promise<number> | number
  /** Set when upstream or gateway broke off, or the client did not stay for the end. */
  readonly cut: { readonly by: CutBy; readonly policy: CutPolicy } | undefined
  readonly error: GatewayError | undefined
}

export interface SettlePorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly reminders: Reminders
  readonly settings: () => RelaySettings
  readonly reasoning: ReasoningModels
}

interface Bill {
  readonly usage: Usage
  readonly charge: number
  /** The tokenizer counted, because the upstream did not. */
  readonly countedHere: boolean
}

const NO_BILL: Bill = { usage: usage({}), charge: 0, countedHere: false }

/**
 * Charges a call that was answered, in whole or in part. Resolves with what it was billed for,
 * which is what the client is to be told.
 */
export async function settleCall(
  ports: SettlePorts,
  call: Call,
  outcome: Outcome,
): Promise<Usage | undefined> {
  if (call.reservation === undefined) return outcome.usage
  const isRefunded = outcome.cut?.policy === 'refund'
  const bill = isRefunded ? NO_BILL : await billFor(call, outcome)
  const { logConsumeEnabled, dataExportEnabled } = ports.settings()
  await ports.ledger.settle({
    reservation: call.reservation,
    charge: bill.charge,
    // What was sent before anybody could stop it is the operator's risk, not a debt.
    withinBalance: call.isStreamed,
    channelId: call.channel?.id,
    counted: totalPromptTokens(bill.usage) + totalCompletionTokens(bill.usage) > 0,
    log: logConsumeEnabled
      ? logFacts(ports, call, { type: LOG_TYPE.consumption, bill, outcome })
      : undefined,
    hourly: dataExportEnabled,
    nowMs: ports.clock.nowMs(),
  })
  ports.reasoning.learn(call.facts.query.model, bill.usage)
  if (bill.charge > 0) warnOfLowQuota(ports, call)
  return bill.usage
}

function warnOfLowQuota({ reminders, settings }: SettlePorts, { facts }: Call): void {
  const { id, quota, quotaWarningThreshold } = facts.user
  const remaining = quota()
  const threshold = quotaWarningThreshold ?? settings().quotaRemindThreshold
  if (remaining < threshold) reminders.quotaLow(id, remaining)
}

/** Gives everything back for a call that produced no answer. */
export async function releaseCall(
  ports: SettlePorts,
  call: Call,
  error: GatewayError,
): Promise<void> {
  if (call.reservation === undefined) return
  const outcome = { usage: undefined, isWhole: false, generated: () => 0, cut: undefined, error }
  await ports.ledger.settle({
    reservation: call.reservation,
    charge: 0,
    withinBalance: true,
    channelId: call.channel?.id,
    counted: false,
    log: ports.settings().logConsumeEnabled
      ? logFacts(ports, call, { type: LOG_TYPE.error, bill: NO_BILL, outcome })
      : undefined,
    hourly: false,
    nowMs: ports.clock.nowMs(),
  })
}

async function billFor(call: Call, outcome: Outcome): Promise<Bill> {
  const told = outcome.usage
  const isUsable = told !== undefined && totalPromptTokens(told) + totalCompletionTokens(told) > 0
  if (isUsable && outcome.isWhole) {
    return { usage: told, charge: chargeFor(told, call.facts.price), countedHere: false }
  }
  const { completionTokens, ...prompt } = isUsable
    ? told
    : usage({ promptTokens: await call.weighPrompt() })
  // Anthropic opens a stream with one output token; a cut one has generated more than that.
  const counted = {
    ...prompt,
    completionTokens: Math.max(completionTokens, await outcome.generated()),
  }
  return { usage: counted, charge: chargeFor(counted, call.facts.price), countedHere: true }
}

interface Entry {
  readonly type: number
  readonly bill: Bill
  readonly outcome: Outcome
}

function logFacts(ports: SettlePorts, call: Call, entry: Entry): LogFacts {
  const { facts } = call
  const { bill, outcome } = entry
  const nowMs = ports.clock.nowMs()
  const promptTokens = PROTOCOL_CODECS[facts.protocol].log.promptTokens(bill.usage)
  return {
    created_at: Math.floor(nowMs / 1000),
    type: entry.type,
    // Told from `other` when it is read, in the reader's language.
    content: '',
    username: facts.user.username,
    token_name: facts.token?.name ?? `playground-${facts.group}`,
    model_name: facts.query.model,
    quota: bill.charge,
    prompt_tokens: promptTokens,
    completion_tokens: totalCompletionTokens(bill.usage),
    use_time: Math.round((monotonicMs(ports.clock) - facts.beganMs) / 1000),
    is_stream: facts.query.stream,
    group: facts.group,
    ip: facts.ip,
    request_id: facts.requestId,
    other: JSON.stringify(detailsOf(call, bill, outcome)),
  }
}

/** The log row's `other`: the price worked out, and what happened on the way. */
function detailsOf(call: Call, bill: Bill, outcome: Outcome): object {
  const { price, protocol, query } = call.facts
  const { usage: used } = bill
  const habits = PROTOCOL_CODECS[protocol].log
  return {
    model_ratio: price.modelRatio,
    group_ratio: price.groupRatio,
    completion_ratio: price.completionRatio,
    model_price: price.modelPrice,
    cache_tokens: used.cacheReadTokens,
    cache_ratio: price.cacheRatio,
    frt: call.firstByteMs ?? -1000,
    ...(totalCacheWriteTokens(used) > 0 || habits.tellsCacheWrites
      ? cacheWriteDetails(used, price)
      : undefined),
    ...(used.webSearches > 0
      ? { web_search_requests: used.webSearches, web_search_price: WEB_SEARCH_USD }
      : undefined),
    ...habits.facts,
    ...(used.reasoningTokens > 0 ? { reasoning_tokens: used.reasoningTokens } : undefined),
    ...(used.audioPromptTokens + used.audioCompletionTokens > 0
      ? audioDetails(used, price)
      : undefined),
    ...(call.isMapped
      ? { is_model_mapped: true, upstream_model_name: call.upstreamModel }
      : undefined),
    ...(bill.countedHere ? { counted_by: 'tokenizer' } : undefined),
    ...(outcome.cut === undefined
      ? undefined
      : { cut: { by: outcome.cut.by, policy: outcome.cut.policy } }),
    ...(outcome.error === undefined ? undefined : errorFacts(outcome.error)),
    ...(call.outputLimit === undefined ? undefined : { output_limit: call.outputLimit }),
    ...(ignoredLimit(call, bill) ? { limit_ignored: true } : undefined),
    ...(call.losses.length > 0 ? { untranslated: call.losses } : undefined),
    // What is undefined is left out of the JSON text.
    reasoning_effort: query.reasoningEffort,
    retries: call.tried.length > 1 ? call.tried.length - 1 : undefined,
    admin_info: {
      use_channel: call.tried.map(String),
      upstream_request_id: upstreamIdIn(call.heard),
    },
  }
}

/** The upstream wrote more than it was allowed, and more than was held for it. */
function ignoredLimit({ facts, outputLimit, reservation }: Call, { usage: used, charge }: Bill) {
  const limit = outputLimit ?? facts.query.maxTokens
  if (limit === undefined || charge <= (reservation?.amount ?? 0)) return false
  return totalCompletionTokens(used) > limit * facts.query.choices
}

function cacheWriteDetails(used: Usage, price: Price): object {
  const long = used.longCacheWriteTokens
  return {
    cache_creation_tokens: totalCacheWriteTokens(used),
    cache_creation_ratio: price.cacheWriteRatio,
    ...(long > 0 && {
      cache_creation_tokens_1h: long,
      cache_creation_ratio_1h: Number((price.cacheWriteRatio * LONG_CACHE_WRITE_FACTOR).toFixed(6)),
    }),
  }
}

function audioDetails(used: Usage, price: Price): object {
  return {
    audio: true,
    audio_input: used.audioPromptTokens,
    audio_output: used.audioCompletionTokens,
    text_input: used.promptTokens + used.cacheReadTokens + totalCacheWriteTokens(used),
    text_output: used.completionTokens,
    audio_ratio: price.audioRatio,
    audio_completion_ratio: price.audioCompletionRatio,
  }
}
