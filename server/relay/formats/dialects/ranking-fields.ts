/** What clients of Voyage call otherwise than those of Jina and Cohere. */
import type { JsonObject } from '../../wire/chat'
import { isList } from './json-fields'

/** How many of the documents are wanted. */
export const VOYAGE_LIMIT = 'top_k'

/** The same request in the words of everybody else. */
export function withTopN(body: JsonObject): JsonObject {
  if (!Object.hasOwn(body, VOYAGE_LIMIT)) return body
  const { [VOYAGE_LIMIT]: limit, ...rest } = body
  return { top_n: limit, ...rest }
}

/** The ranked documents: `data` in Voyage's answers, `results` in all others. */
export function rankedIn({ results, data }: JsonObject) {
  return [results, data].find(isList)
}
