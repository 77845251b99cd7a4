/** The end of a billable call: what it costs, what the log says, what the counters get. */

import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { CallFigures, LogFacts } from '../../../domain/ledger/orders'
import {
  type CallRecord,
  type CountedBy,
  type CutBy,
  countedTokens,
  recordJson,
} from '../../../domain/logs/call-record'
import { Bill, noCharge } from '../../../domain/money/bill'
import {
  NO_USAGE,
  totalPromptTokens,
  type Usage,
  usage,
  usedAnything,
} from '../../../domain/money/usage'
import { LOG_TYPE } from '../../../domain/status'
import { monotonicMs } from '../../../domain/time-source'
import { OPERATION_ROWS } from '../../formats/operations'
import type { PricingFacts } from '../../formats/operations/operation'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import { upstreamIdIn } from '../../net/answer-headers'
import type { Clock, CutPolicy, Ledger, RelaySettings } from '../../ports/ports'
import type { Call } from '../call'
import type { CallEvents } from '../call-events'
import { figuresOf } from './call-figures'
import { joined } from './limited'

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
  readonly events: Pick<CallEvents, 'settled'>
  readonly settings: () => RelaySettings
}

/**
 * Charges a call that was answered, in whole or in part. Resolves with what it was billed for,
 * which is what the client reads.
 */
export async function settleCall(
  ports: SettlePorts,
  call: Call,
  outcome: Outcome,
): Promise<Usage | undefined> {
  if (call.reservation === undefined) return outcome.usage
  const isRefunded = outcome.cut?.policy === 'refund'
  const bill = isRefunded ? noCharge(call.facts.price) : await billFor(call, outcome)
  const { logConsumeEnabled, dataExportEnabled } = ports.settings()
  const limits = joined(call.limits, call.channelLimits)
  await ports.ledger.settle({
    reservation: call.reservation,
    charge: bill.charge,
    // What was sent before anybody could stop it is the operator's risk, not a debt.
    withinBalance: !call.isEstimated,
    channelId: call.channel?.id,
    model: call.facts.query.model,
    counted: bill.isUsed,
    log: logConsumeEnabled
      ? logFacts(ports, call, { type: LOG_TYPE.consumption, bill, outcome })
      : undefined,
    hourly: dataExportEnabled,
    limits,
    // Reservations of plans count them, too.
    tokens: (limits ?? call.reservation.cover) && bill.limitedTokens,
    nowMs: ports.clock.nowMs(),
    figures: callFigures(ports, call, { bill, error: outcome.error }),
  })
  const { usage: used, charge } = bill
  const { error } = outcome
  const overheadMs = call.facts.overhead?.ms
  ports.events.settled.emit(call, { usage: used, charge, error, overheadMs })
  return used
}

/** Gives everything back for a call that produced no answer. */
export async function releaseCall(
  ports: SettlePorts,
  call: Call,
  error: GatewayError,
): Promise<void> {
  if (call.reservation === undefined) return
  const outcome = { usage: undefined, isWhole: false, generated: () => 0, cut: undefined, error }
  const bill = noCharge(call.facts.price)
  await ports.ledger.settle({
    reservation: call.reservation,
    charge: bill.charge,
    withinBalance: true,
    channelId: call.channel?.id,
    counted: bill.isUsed,
    log: ports.settings().logConsumeEnabled
      ? logFacts(ports, call, { type: LOG_TYPE.error, bill, outcome })
      : undefined,
    hourly: false,
    nowMs: ports.clock.nowMs(),
    figures: callFigures(ports, call, { bill, error }),
  })
  const overheadMs = call.facts.overhead?.ms
  ports.events.settled.emit(call, { usage: bill.usage, charge: bill.charge, error, overheadMs })
}

interface Ended {
  readonly bill: Bill
  readonly error: GatewayError | undefined
}

function callFigures({ clock }: SettlePorts, call: Call, { bill, error }: Ended): CallFigures {
  const { group, client, session, tags, price, beganMs } = call.facts
  const tookMs = error === undefined ? monotonicMs(clock) - beganMs : undefined
  const waitMs = call.firstByteMs ?? tookMs
  const origin = { group, client, session, tags, isFailed: error !== undefined, waitMs }
  return figuresOf(origin, { bill, price, costRatio: call.channel?.costRatio })
}

async function billFor(call: Call, outcome: Outcome): Promise<Bill> {
  const reported = outcome.usage
  const { charged, measure, expects } = OPERATION_ROWS[call.facts.operation]
  const isUsable = reported !== undefined && usedAnything(reported)
  if (isUsable && outcome.isWhole) {
    return new Bill(charged?.(reported, call.pricingFacts()) ?? reported, call.facts.price)
  }
  if (measure !== undefined) {
    const facts = call.pricingFacts()
    return new Bill(usage(measure(facts)), call.facts.price, { countedBy: measurerOf(facts) })
  }
  const base = reported ?? NO_USAGE
  const isPromptReported = totalPromptTokens(base) > 0
  const { completionTokens, ...rest } = base
  const promptTokens = isPromptReported ? base.promptTokens : await call.countPrompt()
  const expected = expects?.(promptTokens, call.pricingFacts()) ?? 0
  // Anthropic opens a stream with one output token; a cut one has generated more than that.
  const counted = {
    ...rest,
    promptTokens,
    completionTokens: Math.max(completionTokens, expected, await outcome.generated()),
  }
  return new Bill(counted, call.facts.price, { countedBy: 'tokenizer' })
}

function measurerOf({ recording }: PricingFacts): CountedBy {
  if (recording === undefined) return 'request'
  return recording.isGuessed ? 'size' : 'recording'
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
  const tookMs = monotonicMs(ports.clock) - facts.beganMs
  const record = recordOf(call, bill, outcome)
  const { prompt_tokens, completion_tokens } = countedTokens(record)
  return {
    created_at: Math.floor(nowMs / 1000),
    type: entry.type,
    // Rendered from `other` when it is read, in the reader's language.
    content: '',
    username: facts.user.username,
    token_name: facts.token?.name ?? `playground-${facts.group}`,
    model_name: facts.query.model,
    quota: bill.charge,
    prompt_tokens,
    completion_tokens,
    use_time: Math.round(tookMs / 1000),
    duration_ms: Math.round(tookMs),
    is_stream: facts.query.stream,
    group: facts.group,
    ip: facts.ip,
    request_id: facts.requestId,
    client: facts.client,
    session: facts.session,
    tags: facts.tags,
    other: recordJson(record),
  }
}

function recordOf(call: Call, bill: Bill, { cut, error }: Outcome): CallRecord {
  const { facts } = call
  const { protocol, query } = facts
  return {
    usage: bill.usage,
    price: bill.price,
    isPromptFresh: PROTOCOL_CODECS[protocol].logsFreshPrompt,
    firstByteMs: call.firstByteMs,
    overheadMs: facts.overhead?.ms,
    upstreamModel: call.isMapped ? call.upstreamModel : undefined,
    fallbackOf: call.cheaperThan ?? call.fallbackOf,
    countedBy: bill.countedBy,
    cut,
    error,
    outputLimit: call.outputLimit,
    isLimitIgnored: ignoredLimit(call, bill),
    untranslated: call.losses,
    reasoningEffort: call.effortInName ?? query.reasoningEffort,
    tried: call.tried,
    failed: call.failed,
    upstreamId: upstreamIdIn(call.upstreamHeaders),
  }
}

/** The upstream wrote more than it was allowed, and more than was held for it. */
function ignoredLimit({ facts, outputLimit, reservation }: Call, bill: Bill): boolean {
  const limit = outputLimit ?? facts.query.maxTokens
  if (limit === undefined || bill.charge <= (reservation?.amount ?? 0)) return false
  return bill.completionTokens > limit * facts.query.choices
}
