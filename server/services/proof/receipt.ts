/**
 * The receipt of one call: what was used and charged for it, at which price, what was held and
 * booked, how often it was tried, and whether all of that agrees.
 */
import { linesOf } from '../../../db/tables/ledger'
import type { LogRow } from '../../../db/tables/logs'
import { findSubscription } from '../../../db/tables/subscriptions'
import { isAdmin } from '../../domain/accounts/roles'
import { storedParams } from '../../domain/errors/error-facts'
import { type ErrorParams, GatewayError } from '../../domain/errors/gateway-error'
import { isRecord, recordOf } from '../../domain/json/records'
import { detailsOf } from '../../domain/logs/details'
import { Bill } from '../../domain/money/bill'
import type { ChargeExplanation } from '../../domain/money/quota'
import { inDollars } from '../../domain/prices/in-dollars'
import { LOG_TYPE } from '../../domain/status'
import { optionValues } from '../options/current'
import { logRowOf } from '../routing/past-route'
import type { Actor, ServiceDeps } from '../service-deps'

export interface ReceiptTry {
  /** 0 for customers, who do not see the operator's accounts. */
  readonly channel: number
  /** Id of an error; "" for the try that was answered. */
  readonly error: string
  /** What the upstream answered; 0 where it was not the upstream that failed. */
  readonly status: number
}

export interface ReceiptLine {
  /** Epoch ms. */
  readonly at: number
  readonly kind: string
  /** Credits. */
  readonly user_delta: number
  readonly token_delta: number
  readonly charge: number
}

export interface Receipt {
  readonly request_id: string
  /** Epoch seconds of the bill. */
  readonly at: number
  readonly username: string
  readonly token_name: string
  /** Comma separated; "" for none. */
  readonly tags: string
  readonly group: string
  readonly model: string
  /** The model that was requested, when another one answered in its place; else "". */
  readonly fallback_of: string
  readonly is_stream: boolean
  /** Seconds. */
  readonly took: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** Id of the error that it ended with; "" for an answer. */
  readonly error: string
  /** What its text names, and the status that an upstream answered; 0 for none. */
  readonly error_params: ErrorParams
  readonly error_status: number
  /** Who broke it off (client, upstream or gateway), and the policy applied; "" if not cut. */
  readonly cut_by: string
  readonly cut_policy: string
  readonly mode: ChargeExplanation['mode']
  readonly steps: readonly Pick<
    ChargeExplanation['rows'][number],
    'class' | 'tokens' | 'ratio' | 'per' | 'credits'
  >[]
  readonly exact: string
  readonly rule: ChargeExplanation['rule']
  /** Credits that were charged, and owed but not taken. */
  readonly charged: number
  readonly uncollected: number
  /** The plan that paid of it, "" for none, and the credits that it paid. */
  readonly plan_name: string
  readonly plan_paid: number
  /** Credits that were held for it at most, in one piece or several. */
  readonly held: number
  readonly group_ratio: number
  /** Dollars per million tokens, and per call, the ratio of the group included. */
  readonly prompt_usd: number
  readonly completion_usd: number
  readonly call_usd: number
  readonly tries: readonly ReceiptTry[]
  /** How many there may be, and how many credits their prompts may cost; 0 for no limit. */
  readonly most_tries: number
  readonly most_credits: number
  readonly lines: readonly ReceiptLine[]
  /** Whether bill and ledger name the same sum. */
  readonly agrees: boolean
}

/** The owner of a call, and operators, who see the channels as well. Throws `log.not_found`. */
export async function showReceipt(
  deps: ServiceDeps,
  actor: Actor,
  requestId: string,
): Promise<Receipt> {
  const row = await logRowOf(deps, requestId)
  const isOperator = isAdmin(actor.role)
  if (!isOperator && row.user_id !== actor.id) throw notFound(requestId)
  return await receiptOf(deps, row, isOperator)
}

/** The same for a call of another user as for none, so that ids cannot be probed. */
function notFound(requestId: string): GatewayError {
  return new GatewayError('log.not_found', { id: requestId })
}

/**
 * How long before a call its hold may have been made. A socket holds for its next answer when the
 * last one begins, and whoever talks may then be silent for long; so what does not add up is
 * looked for further back.
 */
const BEFORE_MS = [60_000, 3_600_000, 25 * 3_600_000] as const
const AFTER_MS = 600_000

export async function receiptOf(
  deps: ServiceDeps,
  row: LogRow,
  isOperator: boolean,
): Promise<Receipt> {
  if (row.type !== LOG_TYPE.consumption && row.type !== LOG_TYPE.error) {
    throw notFound(row.request_id)
  }
  const details = detailsOf(row)
  const options = await optionValues(deps.db.reader)
  const lines = await linesFor(deps, row)
  const booked = lines.reduce((sum, { charge }) => sum + charge, 0)
  const { fallback_of, error_params } = recordOf(row.other)
  return {
    request_id: row.request_id,
    at: row.created_at,
    username: row.username,
    token_name: row.token_name,
    tags: row.tags,
    group: row.group,
    model: row.model_name,
    fallback_of: typeof fallback_of === 'string' ? fallback_of : '',
    is_stream: row.is_stream === 1,
    took: row.use_time,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    error: details.error,
    error_params: storedParams(isRecord(error_params) ? error_params : {}),
    error_status: details.upstreamStatus,
    cut_by: details.cut?.by ?? '',
    cut_policy: details.cut?.policy ?? '',
    ...billFacts(row, details),
    uncollected: details.uncollected,
    ...(await planFacts(deps, details)),
    held: heldIn(lines),
    tries: triesIn(row, details, isOperator),
    most_tries: options.RetryTimes + 1,
    most_credits: options.RetryCreditLimit,
    lines: lines.map(({ created_at: at, kind, user_delta, token_delta, charge }) => {
      return { at, kind, user_delta, token_delta, charge }
    }),
    agrees: booked === row.quota && isBalanced(lines, booked) && isCovered(lines, details),
  }
}

async function planFacts({ db }: ServiceDeps, { plan }: Details) {
  if (plan === undefined) return { plan_name: '', plan_paid: 0 }
  const subscription = await findSubscription(db.reader, plan.id)
  return { plan_name: subscription?.name ?? `#${plan.id}`, plan_paid: plan.quota }
}

type Line = Awaited<ReturnType<typeof linesOf>>[number]

async function linesFor({ db }: ServiceDeps, row: LogRow): Promise<readonly Line[]> {
  const endMs = row.created_at * 1000
  const beganMs = endMs - row.use_time * 1000
  let lines: readonly Line[] = []
  for (const beforeMs of BEFORE_MS) {
    const fromMs = beganMs - beforeMs
    lines = await linesOf(db.lists, {
      reference: row.request_id,
      fromMs,
      toMs: endMs + AFTER_MS,
    })
    if (isBalanced(lines, row.quota)) return lines
  }
  return lines
}

/** Holds that grew are several lines. */
function heldIn(lines: readonly Line[]): number {
  const holds = lines.filter(({ kind }) => kind === 'reserve')
  return holds.reduce((sum, { user_delta }) => sum - user_delta, 0)
}

/** What was taken is what was charged, holds and all, whoever put it there. */
function isBalanced(lines: readonly Line[], charged: number): boolean {
  return sumOf(lines.filter(({ kind }) => kind !== 'cover')) === -charged
}

/** What a plan has put there is what the log says that it paid. */
function isCovered(lines: readonly Line[], { plan }: Details): boolean {
  return sumOf(lines.filter(({ kind }) => kind === 'cover')) === (plan?.quota ?? 0)
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { user_delta }) => sum + user_delta, 0)
}

type Details = ReturnType<typeof detailsOf>

function billFacts(row: LogRow, { bill }: Details) {
  const charged = row.quota
  if (bill === undefined || row.type !== LOG_TYPE.consumption) {
    return { ...NO_BILL, charged, group_ratio: bill?.price.groupRatio ?? 1 }
  }
  const { mode, rows, exact, rule } = new Bill(bill.usage, bill.price).steps
  const { promptUsd, completionUsd, callUsd } = inDollars(bill.price)
  return {
    mode,
    steps: rows.map(({ class: name, tokens, ratio, per, credits }) => {
      return { class: name, tokens, ratio, per, credits }
    }),
    exact,
    rule,
    charged,
    group_ratio: bill.price.groupRatio,
    prompt_usd: promptUsd,
    completion_usd: completionUsd,
    call_usd: callUsd,
  }
}

const NO_BILL = {
  mode: 'per-token',
  steps: [],
  exact: '0',
  rule: 'no_tokens',
  prompt_usd: 0,
  completion_usd: 0,
  call_usd: 0,
} as const

/** Those that failed, then the one that was answered. */
function triesIn(row: LogRow, details: Details, isOperator: boolean): readonly ReceiptTry[] {
  const shown = (channel: number) => (isOperator ? channel : 0)
  const failed = details.tries.map(({ channel, error, upstream_status: status = 0 }) => {
    return { channel: shown(channel), error, status }
  })
  // Work that an upstream refused or gave up has one try, which the row itself shows.
  const isOwn = failed.length === 0 && row.channel_id > 0
  if (row.type === LOG_TYPE.error) {
    return isOwn ? [{ channel: shown(row.channel_id), error: details.error, status: 0 }] : failed
  }
  return [...failed, { channel: shown(row.channel_id), error: '', status: 200 }]
}
