import { modelWithoutSuffix } from '../anthropic/native'
import type { UpstreamCall } from '../dialect'

/** Claude takes fields of its own through Converse. */
export function isClaude(model: string): boolean {
  return model.includes('claude')
}

/** The name that the upstream gets: only names of Claude may end in a request to think. */
export function modelOf(call: UpstreamCall): string {
  return isClaude(call.upstreamModel) ? modelWithoutSuffix(call) : call.upstreamModel
}
