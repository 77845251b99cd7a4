import type { OpenVendor } from '../../call/channel/vendor'
import { objectsOf, textOf } from '../../formats/dialects/json-fields'
import { accountPage } from './account'

const PAGE = 'per_page=1000&hide_experimental=true'

/** Models are listed by what they are for, whatever account asks. */
export const cloudflare: OpenVendor = ({ upstream }) => ({
  listModels: async (channel) => {
    const account = encodeURIComponent(channel.other)
    const path = `/client/v4/accounts/${account}/ai/models/search?${PAGE}`
    const { result } = await accountPage(upstream, channel, path)
    return objectsOf(result).flatMap(({ name }) => textOf(name) ?? [])
  },
})
