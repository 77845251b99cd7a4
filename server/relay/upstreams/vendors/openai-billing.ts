/** The billing pages that OpenAI once had, and that many of its imitators still have. */
import { isWholeAddress } from '../../../domain/channel-types/channel-type'
import type { AccountChannel, OpenVendor } from '../../call/channel/vendor'
import { askAccount, bearer } from '../lookup/channel-lookup'
import { amount } from './account'

const DAY_MS = 24 * 3600 * 1000
/** Accounts without a payment method are granted credit once, so the month says too little. */
const GRANT_DAYS = 100

export const openaiBilling: OpenVendor = ({ upstream, clock }) => ({
  readBalance: async (channel) => {
    const nowMs = clock.nowMs()
    const billing = `${billingRoot(channel)}/v1/dashboard/billing`
    const headers = bearer(channel.key)
    const ask = (url: string) => askAccount(upstream, channel, { url, headers })
    const subscription = await ask(`${billing}/subscription`)
    const limitUsd = amount(subscription.hard_limit_usd)
    const isPaid = subscription.has_payment_method === true
    const today = new Date(nowMs)
    const first = isPaid
      ? new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1))
      : new Date(nowMs - GRANT_DAYS * DAY_MS)
    const period = `start_date=${dayOf(first)}&end_date=${dayOf(today)}`
    const usage = await ask(`${billing}/usage?${period}`)
    const usedCents = amount(usage.total_usage)
    return limitUsd - usedCents / 100
  },
})

/** A custom channel's address is that of one call; its account stands at the root. */
function billingRoot({ type, baseUrl }: AccountChannel): string {
  return isWholeAddress(type) ? (URL.parse(baseUrl)?.origin ?? baseUrl) : baseUrl
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
