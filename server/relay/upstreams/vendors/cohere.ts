import type { OpenVendor } from '../../call/channel/vendor'
import { isList, objectsOf, textOf } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import { accountPage } from './account'

const MODELS_PATH = '/v1/models?page_size=1000'
/** What a model can do here, in the vendor's words. */
const ENDPOINTS: readonly unknown[] = ['chat', 'embed', 'rerank']

export const cohere: OpenVendor = ({ upstream }) => ({
  listModels: async (channel) => {
    const { models } = await accountPage(upstream, channel, MODELS_PATH)
    return objectsOf(models)
      .filter(isOffered)
      .flatMap(({ name }) => textOf(name) ?? [])
  },
})

function isOffered({ endpoints, is_deprecated }: JsonObject): boolean {
  if (is_deprecated === true) return false
  return !isList(endpoints) || endpoints.some((endpoint) => ENDPOINTS.includes(endpoint))
}
