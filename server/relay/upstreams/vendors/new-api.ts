/** Another gateway of this family: its billing pages, and its public list of prices. */

import type { OpenVendor } from '../../call/channel/vendor'
import { accountPage } from './account'
import { openaiBilling } from './openai-billing'

export const newApi: OpenVendor = (parts) => ({
  ...openaiBilling(parts),
  readPrices: (channel) => accountPage(parts.upstream, channel, '/api/pricing'),
})
