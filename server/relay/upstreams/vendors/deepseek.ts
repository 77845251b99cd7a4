import type { OpenVendor } from '../../call/channel/vendor'
import { isList, isObject } from '../../formats/dialects/json-fields'
import { accountPage, amount } from './account'

/** Accounts hold several currencies; the one of the price list at home counts. */
export const deepSeek: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const { balance_infos } = await accountPage(upstream, channel, '/user/balance')
    const accounts = isList(balance_infos) ? balance_infos.filter(isObject) : []
    return amount(accounts.find(({ currency }) => currency === 'CNY')?.total_balance)
  },
})
