import { totalCacheWriteTokens, type Usage, usage } from '../../../../domain/money/usage'
import type { Json, JsonObject } from '../../../wire/chat'
import { isObject, objectOf, textOf, tokensOf } from '../json-fields'
import { reportedMicroUsd } from '../reported-cost'
import { unknownCounts } from '../unknown-usage'

/**
 * Usage of a message; cached text is counted next to `input_tokens`. In a stream the last event
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
  const tools = objectOf(value.server_tool_use)
  const unknown = unknownCounts(value, KNOWN) ?? before?.unknown
  const reported = reportedMicroUsd(value) ?? before?.reportedMicroUsd
  const tier = tierOf(value) ?? before?.tier
  const reasoning = tokensOf(details?.thinking_tokens) ?? before?.reasoningTokens ?? 0
  return usage({
    promptTokens,
    cacheReadTokens,
    cacheWriteTokens: written.all - written.long,
    longCacheWriteTokens: written.long,
    completionTokens,
    reasoningTokens: Math.min(completionTokens, reasoning),
    webSearches: tokensOf(tools?.web_search_requests) ?? before?.webSearches ?? 0,
    webFetches: tokensOf(tools?.web_fetch_requests) ?? before?.webFetches ?? 0,
    codeSessions: tokensOf(tools?.code_execution_requests) ?? before?.codeSessions ?? 0,
    ...(unknown && { unknown }),
    ...(tier !== undefined && { tier }),
    ...(reported !== undefined && { reportedMicroUsd: reported }),
  })
}

/** Names that are read, or that another count has in. */
const KNOWN: ReadonlySet<string> = new Set([
  'input_tokens',
  'output_tokens',
  'output_tokens_details',
  'thinking_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
  'ephemeral_5m_input_tokens',
  'ephemeral_1h_input_tokens',
  'server_tool_use',
  'web_search_requests',
  'web_fetch_requests',
  'code_execution_requests',
])

/** How the call was served, each part of it that can have a price: "priority", "fast+geo-us". */
function tierOf(value: JsonObject): string | undefined {
  const tier = textOf(value.service_tier)
  const speed = textOf(value.speed)
  const geo = textOf(value.inference_geo)
  const parts = [
    tier === 'standard' ? undefined : tier,
    speed === 'standard' ? undefined : speed,
    geo === undefined || geo === 'global' || geo === 'not_available' ? undefined : `geo-${geo}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join('+')
}

/** What went into the cache, and which part of it is kept for an hour. */
function cacheWrites(value: JsonObject, before: Usage | undefined) {
  const lifetimes = objectOf(value.cache_creation)
  const short = tokensOf(lifetimes?.ephemeral_5m_input_tokens)
  const long = tokensOf(lifetimes?.ephemeral_1h_input_tokens) ?? before?.longCacheWriteTokens ?? 0
  const written = tokensOf(value.cache_creation_input_tokens)
  const known = before === undefined ? undefined : totalCacheWriteTokens(before)
  const all = written ?? (short === undefined ? known : short + long) ?? long
  return { all, long: Math.min(all, long) }
}
