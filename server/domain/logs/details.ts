/** What a log row says of its call, read from the JSON text in `other`. */

import type { LogJson } from '../endpoints/log'
import type { TextKey } from '../i18n/translate'
import { isRecord, recordOf } from '../json/records'
import type { Cover } from '../ledger/orders'
import type { Price } from '../money/price'
import type { Usage } from '../money/usage'
import { type LoggedTry, triesOf } from './call-attempts'
import { billOf, COUNTED_BY, type CountedBy, type CutBy } from './call-record'

const CUT_TEXTS: Readonly<Record<CutBy, TextKey>> = {
  client: 'log.cut_by_client',
  upstream: 'log.cut_by_upstream',
  gateway: 'log.cut_by_gateway',
}

export interface LogDetails {
  /** What the call used, and at which price; `undefined` for rows that were no call. */
  readonly bill: { readonly usage: Usage; readonly price: Price } | undefined
  /** Milliseconds to the first byte; `undefined` when there was none. */
  readonly firstByteMs: number | undefined
  /** Of the gateway itself, until the answer began. */
  readonly overheadMs: number | undefined
  readonly reasoningTokens: number
  /** "" when the model was called by its own name. */
  readonly upstreamModel: string
  /** Ids of the channels that were tried, in order; for admins only. */
  readonly channelsTried: readonly string[]
  /** What became of those that failed; for admins only, and not in rows of earlier releases. */
  readonly tries: readonly LoggedTry[]
  /** The upstream's own id of its answer, "" when it gave none; for admins only. */
  readonly upstreamId: string
  /** Millionths of a dollar that the upstream says the call cost; 0 for none; for admins only. */
  readonly reportedMicroUsd: number
  /** What the target's format could not express. */
  readonly untranslated: readonly string[]
  /** Who broke off, and what was made of it. */
  readonly cut: { readonly by: CutBy; readonly policy: string } | undefined
  readonly error: string
  /** What the upstream answered, where it was the upstream that failed; 0 and "" elsewhere. */
  readonly upstreamStatus: number
  readonly upstreamMessage: string
  /** Channels that were tried in vain before the last one. */
  readonly retries: number
  /** The client's own word for how hard to think, "" when it named none. */
  readonly reasoningEffort: string
  /** Refused calls that one row stands for; 0 for rows of one call. */
  readonly refusedTimes: number
  /** Who changed the account; for admins only. */
  readonly changedBy: string
  /** Tokens that the balance allowed the answer to have; 0 when it set no limit. */
  readonly outputLimit: number
  /** The upstream wrote more than it was allowed. */
  readonly isLimitIgnored: boolean
  /** What a subscription paid of it: its id, and credits. */
  readonly plan: { readonly id: number; readonly quota: number } | undefined
  /** Credits that were owed beyond the balance and not taken. */
  readonly uncollected: number
  /** Whether the upstream reported no usage and the tokens were counted here. */
  readonly countedBy: CountedBy | undefined
  /** What the upstream counted and no price stands for, by its own names. */
  readonly unknownUsage: Readonly<Record<string, number>>
  /** The tier that the upstream says it served, "" for the ordinary one. */
  readonly tier: string
  /** From the end of the call to its bill, where the database kept it waiting; else 0. */
  readonly settledLateMs: number
}

/** A cut as a reader sees it, "" when there was none; the policy is the setting's own word. */
export function cutText(cut: LogDetails['cut'], text: (key: TextKey) => string): string {
  return cut === undefined ? '' : `${text(CUT_TEXTS[cut.by])} · ${cut.policy}`
}

function cutBy(value: unknown): CutBy {
  return value === 'upstream' || value === 'gateway' ? value : 'client'
}

/** The columns that `other` is read with. */
type LoggedCall = Pick<LogJson, 'other' | 'prompt_tokens' | 'completion_tokens'>

export function detailsOf(log: LoggedCall): LogDetails {
  const other = recordOf(log.other)
  const admin = isRecord(other.admin_info) ? other.admin_info : {}
  const cut = isRecord(other.cut) ? other.cut : undefined
  const plan = isRecord(other.plan) ? other.plan : undefined
  const firstByteMs = number(other.frt, -1)
  const bill = billOf(log, other)
  return {
    bill,
    firstByteMs: firstByteMs > 0 ? firstByteMs : undefined,
    overheadMs: typeof other.overhead_ms === 'number' ? other.overhead_ms : undefined,
    reasoningTokens: number(other.reasoning_tokens),
    upstreamModel: word(other.upstream_model_name),
    channelsTried: words(admin.use_channel),
    tries: triesOf(admin),
    upstreamId: word(admin.upstream_request_id),
    reportedMicroUsd: number(admin.reported_cost_micro_usd),
    untranslated: words(other.untranslated),
    cut: cut && { by: cutBy(cut.by), policy: word(cut.policy) },
    error: word(other.error),
    upstreamStatus: number(other.upstream_status),
    upstreamMessage: word(other.upstream_message),
    retries: number(other.retries) || Math.max(0, words(admin.use_channel).length - 1),
    reasoningEffort: word(other.reasoning_effort),
    refusedTimes: number(other.count),
    changedBy: word(admin.by),
    outputLimit: number(other.output_limit),
    isLimitIgnored: other.limit_ignored === true,
    plan: plan && { id: number(plan.id), quota: number(plan.quota) },
    uncollected: number(other.uncollected),
    countedBy: COUNTED_BY.find((name) => name === other.counted_by),
    unknownUsage: bill?.usage.unknown ?? {},
    tier: bill?.usage.tier ?? '',
    settledLateMs: number(other.settled_late_ms),
  }
}

function number(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The JSON text of `other` with the credits that a subscription has paid. */
export function withCovered(
  other: string,
  { subscriptionId, amount }: Omit<Cover, 'overflows'>,
): string {
  return JSON.stringify({ ...recordOf(other), plan: { id: subscriptionId, quota: amount } })
}

/** The JSON text of `other` with the credits that an account could not pay. */
export function withUncollected(other: string, credits: number): string {
  return JSON.stringify({ ...recordOf(other), uncollected: credits })
}
