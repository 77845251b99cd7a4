import { accountPage, amount, objectAt } from './account'
import type { OpenVendor } from './vendor'

export const moonshot: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const answer = await accountPage(upstream, channel, '/v1/users/me/balance')
    return amount(objectAt(answer, 'data').available_balance)
  },
})
