/**
 * What is left on an upstream account, for the few types that tell. The question always goes
 * to the channel's own address: a key must not travel to a host that it was not entered for.
 */
import { GatewayError } from '../domain/errors/gateway-error'
import { type AskedChannel, askAccount, bearer } from './channel-lookup'
import type { JsonObject } from './chat'
import { isList, isObject } from './dialects/json-fields'
import type { Upstream } from './upstream'

export interface BalanceParts {
  readonly upstream: Upstream
  readonly nowMs: number
}

type ReadBalance = (parts: BalanceParts, channel: AskedChannel) => Promise<number>

const AI_PROXY_REPORTS = 'https://aiproxy.io'
const SILICONFLOW_OK = 20_000
const DAY_MS = 24 * 3600 * 1000
/** Accounts without a payment method are granted credit once, so the month says too little. */
const GRANT_DAYS = 100

/** By channel type id, of the types whose rows say that they tell. */
const READERS: Readonly<Record<number, ReadBalance>> = {
  1: billedMonth,
  8: billedMonth,
  10: async ({ upstream }, channel) => {
    const isDefault = channel.baseUrl === channel.type.baseUrl
    const url = `${isDefault ? AI_PROXY_REPORTS : channel.baseUrl}/api/report/getUserOverview`
    const answer = await askAccount(upstream, channel, { url, headers: { 'api-key': channel.key } })
    return amount(objectAt(answer, 'data').totalPoints)
  },
  12: async (parts, channel) => amount((await creditGrants(parts, channel)).total_remaining),
  13: async (parts, channel) => amount((await creditGrants(parts, channel)).total_available),
  40: async ({ upstream }, channel) => {
    const answer = await get(upstream, channel, '/v1/user/info')
    if (answer.code !== SILICONFLOW_OK) throw new GatewayError('upstream.invalid_answer')
    return amount(objectAt(answer, 'data').totalBalance)
  },
  43: async ({ upstream }, channel) => {
    const { balance_infos } = await get(upstream, channel, '/user/balance')
    const accounts = isList(balance_infos) ? balance_infos.filter(isObject) : []
    return amount(accounts.find(({ currency }) => currency === 'CNY')?.total_balance)
  },
}

/**
 * In dollars, or in the vendor's own unit. Throws `channel.balance_unsupported`, what broke the
 * exchange, or `upstream.invalid_answer`.
 */
export async function readBalance(parts: BalanceParts, channel: AskedChannel): Promise<number> {
  const read = READERS[channel.type.id]
  if (read === undefined) {
    throw new GatewayError('channel.balance_unsupported', { type: channel.type.name })
  }
  return await read(parts, channel)
}

function get(upstream: Upstream, channel: AskedChannel, path: string): Promise<JsonObject> {
  const url = channel.baseUrl + path
  return askAccount(upstream, channel, { url, headers: bearer(channel.key) })
}

function creditGrants({ upstream }: BalanceParts, channel: AskedChannel): Promise<JsonObject> {
  return get(upstream, channel, '/dashboard/billing/credit_grants')
}

async function billedMonth(parts: BalanceParts, channel: AskedChannel): Promise<number> {
  const billing = `${billingRoot(channel)}/v1/dashboard/billing`
  const headers = bearer(channel.key)
  const ask = (url: string) => askAccount(parts.upstream, channel, { url, headers })
  const subscription = await ask(`${billing}/subscription`)
  const limitUsd = amount(subscription.hard_limit_usd)
  const isPaid = subscription.has_payment_method === true
  const today = new Date(parts.nowMs)
  const first = isPaid
    ? new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1))
    : new Date(parts.nowMs - GRANT_DAYS * DAY_MS)
  const period = `start_date=${dayOf(first)}&end_date=${dayOf(today)}`
  const usage = await ask(`${billing}/usage?${period}`)
  const usedCents = amount(usage.total_usage)
  return limitUsd - usedCents / 100
}

/** A custom channel's address is that of one call; its account stands at the root. */
function billingRoot({ type, baseUrl }: AskedChannel): string {
  const isWholeAddress = type.paths.chat === ''
  return isWholeAddress ? (URL.parse(baseUrl)?.origin ?? baseUrl) : baseUrl
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function objectAt(answer: JsonObject, field: string): JsonObject {
  const value = answer[field]
  if (!isObject(value)) throw new GatewayError('upstream.invalid_answer')
  return value
}

/** Several vendors write numbers as text. */
function amount(value: unknown): number {
  const text = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof text !== 'number' || !Number.isFinite(text)) {
    throw new GatewayError('upstream.invalid_answer')
  }
  return text
}
