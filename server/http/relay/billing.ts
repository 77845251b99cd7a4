/** OpenAI's old billing endpoints, which many chat clients use to show the remaining balance. */
import type { Caller, RelaySettings } from '../../relay/ports/ports'

/** Shown for tokens without a limit. */
const UNLIMITED_USD = 100_000_000

/** One division, and last: whatever follows it adds noise to the digits. */
function shown(quota: number, settings: RelaySettings, factor = 1): number {
  const scaled = quota * factor
  return settings.displayInCurrency ? scaled / settings.quotaPerUnit : scaled
}

export function subscription({ token, user }: Caller, settings: RelaySettings): object {
  const ofToken = settings.displayTokenStat
  const quota = ofToken ? token.remainQuota() + token.usedQuota() : user.quota() + user.usedQuota()
  const limit = ofToken && token.unlimited_quota ? UNLIMITED_USD : shown(quota, settings)
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: ofToken ? Math.max(0, token.expired_time) : 0,
  }
}

/** Cents, whatever the dates in the query, as the reference has it. */
export function usage({ token, user }: Caller, settings: RelaySettings): object {
  const used = settings.displayTokenStat ? token.usedQuota() : user.usedQuota()
  return { object: 'list', total_usage: shown(used, settings, 100) }
}
