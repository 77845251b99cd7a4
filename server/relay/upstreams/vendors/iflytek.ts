import { placeIn } from '../../call/channel/place'
import type { OpenVendor } from '../../call/channel/vendor'
import { bearer } from '../lookup/channel-lookup'

/**
 * Spark over HTTP takes a password of its own. Accounts from the days of its sockets have an id,
 * a secret and a key instead, of which the last two make up a password.
 */
export const iflytek: OpenVendor = () => ({
  authorize: ({ channel }) => {
    const { apiKey, apiSecret } = placeIn(channel).parts
    return bearer(apiSecret === undefined ? channel.key : `${apiKey}:${apiSecret}`)
  },
})
