import type { OpenVendor } from '../../call/channel/vendor'
import { accountPage, amount } from './account'

export const api2Gpt: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const grants = await accountPage(upstream, channel, '/dashboard/billing/credit_grants')
    return amount(grants.total_remaining)
  },
})
