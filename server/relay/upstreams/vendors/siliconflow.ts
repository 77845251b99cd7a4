import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OpenVendor } from '../../call/channel/vendor'
import { accountPage, amount, objectAt } from './account'

const OK = 20_000

export const siliconFlow: OpenVendor = ({ upstream }) => ({
  readBalance: async (channel) => {
    const answer = await accountPage(upstream, channel, '/v1/user/info')
    if (answer.code !== OK) throw new GatewayError('upstream.invalid_answer')
    return amount(objectAt(answer, 'data').totalBalance)
  },
})
