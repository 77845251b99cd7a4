import { type Usage, usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { countOf, objectOf, objectsOf } from '../json-fields'
import { readUsage } from '../openai/usage'

/** Of a response, or of the last event's; `undefined` when nothing was counted. */
export function usageOf(response: JsonObject): Usage | undefined {
  const counts = readUsage(response.usage)
  return counts && usage({ ...counts, webSearches: searchesIn(response) })
}

/** The vendor's own count, or the steps that the model took. */
function searchesIn(response: JsonObject): number {
  const counted = objectOf(objectOf(response.tool_usage)?.web_search)?.num_requests
  const steps = objectsOf(response.output).filter(({ type }) => type === 'web_search_call')
  return countOf(counted) ?? steps.length
}
