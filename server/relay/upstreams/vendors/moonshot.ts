import type { OpenVendor } from '../../call/channel/vendor'
import { accountPage, amount, objectAt } from './account'

export const moonshot: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const answer = await accountPage(upstream, channel, '/v1/users/me/balance')
    return amount(objectAt(answer, 'data').available_balance)
  },
})
