import { type Usage, usage } from '../../../domain/usage'
import type { Json } from '../../chat'
import { isObject, objectOf, tokensOf } from '../json-fields'

/**
 * Usage of a message; cached text is counted beside `input_tokens`. In a stream the last event
 * names totals but may leave the prompt out, so the classes it does not name keep the values
 * of `before`. `undefined` when nothing was counted.
 */
export function readUsage(value: Json | undefined, before?: Usage): Usage | undefined {
  if (!isObject(value)) return before
  const details = objectOf(value.output_tokens_details)
  const promptTokens = tokensOf(value.input_tokens) ?? before?.promptTokens ?? 0
  const completionTokens = tokensOf(value.output_tokens) ?? before?.completionTokens ?? 0
  const cacheReadTokens = tokensOf(value.cache_read_input_tokens) ?? before?.cacheReadTokens ?? 0
  const cacheWriteTokens =
    tokensOf(value.cache_creation_input_tokens) ?? before?.cacheWriteTokens ?? 0
  const sum = promptTokens + completionTokens + cacheReadTokens + cacheWriteTokens
  if (sum === 0) return undefined
  const reasoning = tokensOf(details?.thinking_tokens) ?? before?.reasoningTokens ?? 0
  return usage({
    promptTokens,
    cacheReadTokens,
    cacheWriteTokens,
    completionTokens,
    reasoningTokens: Math.min(completionTokens, reasoning),
  })
}
