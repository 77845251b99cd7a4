import type { JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { brokenOffBy } from '../finish-words'
import { textOf } from '../json-fields'

/** An answer that was begun and not finished says so where others say why they end. */
export function failureIn({ finish_reason, error }: JsonObject): UpstreamErrorFacts | undefined {
  const facts = brokenOffBy(textOf(finish_reason))
  return facts && { ...facts, message: textOf(error) ?? 'the model failed to answer' }
}
