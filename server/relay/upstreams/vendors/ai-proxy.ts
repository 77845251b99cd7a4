import type { OpenVendor } from '../../call/channel/vendor'
import { askAccount } from '../lookup/channel-lookup'
import { amount, objectAt } from './account'

/** Accounts of the vendor's own address are reported on at another one. */
const REPORTS = 'https://aiproxy.io'

export const aiProxy: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const isDefault = channel.baseUrl === channel.type.baseUrl
    const url = `${isDefault ? REPORTS : channel.baseUrl}/api/report/getUserOverview`
    const answer = await askAccount(upstream, channel, { url, headers: { 'api-key': channel.key } })
    return amount(objectAt(answer, 'data').totalPoints)
  },
})
