import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json } from '../../../wire/chat'
import { isObject, objectOf, tokensOf } from '../json-fields'

/** What is billed, which leaves out the vendor's own prompts; `undefined` for no report. */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const billed = objectOf(value.billed_units) ?? objectOf(value.tokens)
  const prompt = tokensOf(billed?.input_tokens) ?? 0
  const completionTokens = tokensOf(billed?.output_tokens) ?? 0
  if (prompt + completionTokens === 0) return undefined
  const cacheReadTokens = Math.min(prompt, tokensOf(value.cached_tokens) ?? 0)
  return usage({
    promptTokens: prompt - cacheReadTokens,
    cacheReadTokens,
    completionTokens,
    searchUnits: tokensOf(billed?.search_units) ?? 0,
  })
}
