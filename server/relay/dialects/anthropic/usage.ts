import { totalCacheWriteTokens, type Usage, usage } from '../../../domain/usage'
import type { Json, JsonObject } from '../../chat'
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
  const written = cacheWrites(value, before)
  const sum = promptTokens + completionTokens + cacheReadTokens + written.all
  if (sum === 0) return undefined
  const reasoning = tokensOf(details?.thinking_tokens) ?? before?.reasoningTokens ?? 0
  return usage({
    promptTokens,
    cacheReadTokens,
    cacheWriteTokens: written.all - written.long,
    longCacheWriteTokens: written.long,
    completionTokens,
    reasoningTokens: Math.min(completionTokens, reasoning),
    webSearches:
      tokensOf(objectOf(value.server_tool_use)?.web_search_requests) ?? before?.webSearches ?? 0,
  })
}

/** What went into the cache, and which part of it is kept for an hour. */
function cacheWrites(value: JsonObject, before: Usage | undefined) {
  const lifetimes = objectOf(value.cache_creation)
  const short = tokensOf(lifetimes?.ephemeral_5m_input_tokens)
  const long = tokensOf(lifetimes?.ephemeral_1h_input_tokens) ?? before?.longCacheWriteTokens ?? 0
  const told = tokensOf(value.cache_creation_input_tokens)
  const known = before === undefined ? undefined : totalCacheWriteTokens(before)
  const all = told ?? (short === undefined ? known : short + long) ?? long
  return { all, long: Math.min(all, long) }
}
