import type { OpenVendor } from '../../call/channel/vendor'
import { accountPage, amount, objectAt } from './account'

/**
 * What the key may still spend. A key without a limit spends what the account has, which only
 * keys for managing it get it.
 */
export const openRouter: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const key = objectAt(await accountPage(upstream, channel, '/v1/key'), 'data')
    if (typeof key.limit_remaining === 'number') return key.limit_remaining
    const credits = objectAt(await accountPage(upstream, channel, '/v1/credits'), 'data')
    return amount(credits.total_credits) - amount(credits.total_usage)
  },
})
