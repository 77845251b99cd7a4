import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { plainTarget } from '../plain-target'

const ROOT = '/rpc/2.0/ai_custom/v1/wenxinworkshop'

/** Every model has an address of its own, mostly its name in small letters. */
export function ernieTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const endpoint = encodeURIComponent(call.upstreamModel.toLowerCase())
  return plainTarget(call, {
    chat: `${ROOT}/chat/${endpoint}`,
    embeddings: `${ROOT}/embeddings/${endpoint}`,
  })
}
