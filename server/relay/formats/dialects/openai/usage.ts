import { type Usage, usage } from '../../../../domain/money/usage'
import type { Json, JsonObject } from '../../../wire/chat'
import { isObject, objectOf, objectsOf, textOf, tokensOf } from '../json-fields'
import { reportedMicroUsd } from '../reported-cost'
import { unknownCounts } from '../unknown-usage'

/**
 * Usage as OpenAI and its many imitators write it. Cached text is part of the prompt count
 * there; here the classes are disjoint. `undefined` when nothing was counted.
 */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const prompt = tokensOf(value.prompt_tokens) ?? tokensOf(value.input_tokens) ?? 0
  const completion = tokensOf(value.completion_tokens) ?? tokensOf(value.output_tokens) ?? 0
  if (prompt === 0 && completion === 0) return undefined
  const inDetails =
    objectOf(value.prompt_tokens_details) ??
    objectOf(value.input_tokens_details) ??
    // Transcriptions write it so.
    objectOf(value.input_token_details)
  const outDetails =
    objectOf(value.completion_tokens_details) ?? objectOf(value.output_tokens_details)
  const read = readParts(value, prompt, inDetails)
  const reasoning = tokensOf(outDetails?.reasoning_tokens) ?? 0
  const written = completion + missingReasoning(value, prompt + completion, reasoning)
  const audioCompletionTokens = atMost(written, tokensOf(outDetails?.audio_tokens))
  const text = written - audioCompletionTokens
  const imageCompletionTokens = atMost(text, tokensOf(outDetails?.image_tokens))
  const completionTokens = text - imageCompletionTokens
  const unknown = unknownCounts(value, KNOWN)
  const parts = {
    ...read,
    completionTokens,
    reasoningTokens: atMost(completionTokens, reasoning),
    audioCompletionTokens,
    imageCompletionTokens,
    webSearches: tokensOf(objectOf(value.server_tool_use)?.web_search_requests) ?? 0,
  }
  const reported = reportedMicroUsd(value)
  if (unknown === undefined && reported === undefined) return usage(parts)
  return usage({
    ...parts,
    ...(unknown && { unknown }),
    ...(reported !== undefined && { reportedMicroUsd: reported }),
  })
}

/** Names that are read, or that another count has in. */
const KNOWN: ReadonlySet<string> = new Set([
  'prompt_tokens',
  'input_tokens',
  'completion_tokens',
  'output_tokens',
  'total_tokens',
  'prompt_tokens_details',
  'input_tokens_details',
  'input_token_details',
  'completion_tokens_details',
  'output_tokens_details',
  'cached_tokens',
  'cached_tokens_details',
  'prompt_cache_hit_tokens',
  'prompt_cache_miss_tokens',
  'cache_write_tokens',
  'cache_write_tokens_details',
  'text_tokens',
  'audio_tokens',
  'image_tokens',
  'video_tokens',
  'reasoning_tokens',
  'accepted_prediction_tokens',
  'rejected_prediction_tokens',
  'server_tool_use',
  'web_search_requests',
])

/** The prompt by kinds, each taken off what the ones before it leave. */
function readParts(value: JsonObject, prompt: number, details: JsonObject | undefined) {
  let remaining = prompt
  const take = (count: number | undefined): number => {
    const taken = atMost(remaining, count)
    remaining -= taken
    return taken
  }
  let cached = take(cachedCount(value, details))
  const kinds = objectOf(details?.cached_tokens_details)
  const audioCacheReadTokens = atMost(cached, tokensOf(kinds?.audio_tokens))
  cached -= audioCacheReadTokens
  const imageCacheReadTokens = atMost(cached, tokensOf(kinds?.image_tokens))
  cached -= imageCacheReadTokens
  const written = take(tokensOf(details?.cache_write_tokens))
  const lifetimes = objectOf(details?.cache_write_tokens_details)
  const cacheWrite12hTokens = atMost(written, tokensOf(lifetimes?.ttl_12h_tokens))
  const cacheWrite30mTokens = atMost(
    written - cacheWrite12hTokens,
    tokensOf(lifetimes?.ttl_30m_tokens),
  )
  // The kinds of a prompt are reported with what a cache gave of each.
  const fresh = (name: string, cachedOfIt: number): number =>
    take(Math.max(0, (tokensOf(details?.[name]) ?? 0) - cachedOfIt))
  const audioPromptTokens = fresh('audio_tokens', audioCacheReadTokens)
  const imagePromptTokens = fresh('image_tokens', imageCacheReadTokens)
  const videoPromptTokens = fresh('video_tokens', 0)
  return {
    promptTokens: remaining,
    cacheReadTokens: cached,
    audioCacheReadTokens,
    imageCacheReadTokens,
    cacheWriteTokens: written - cacheWrite12hTokens - cacheWrite30mTokens,
    cacheWrite30mTokens,
    cacheWrite12hTokens,
    audioPromptTokens,
    imagePromptTokens,
    videoPromptTokens,
  }
}

/** Where vendors write how much of the prompt came from a cache. */
function cachedCount(value: JsonObject, details: JsonObject | undefined): number | undefined {
  return (
    tokensOf(details?.cached_tokens) ??
    tokensOf(value.prompt_cache_hit_tokens) ??
    tokensOf(value.cached_tokens)
  )
}

/** xAI leaves reasoning out of the completion count; only its total shows the whole. */
function missingReasoning(value: JsonObject, counted: number, reasoning: number): number {
  const total = tokensOf(value.total_tokens) ?? 0
  return reasoning > 0 && total === counted + reasoning ? reasoning : 0
}

function atMost(limit: number, count: number | undefined): number {
  return Math.min(limit, count ?? 0)
}

/** Usage of a whole answer or of one chunk; some vendors hide it in other places. */
export function usageOf(answer: JsonObject): Usage | undefined {
  const used =
    readUsage(answer.usage) ??
    readUsage(objectOf(answer.x_groq)?.usage) ??
    readUsage(objectsOf(answer.choices)[0]?.usage)
  const tier = textOf(answer.service_tier)
  return used && tier !== undefined && !ORDINARY.has(tier) ? { ...used, tier } : used
}

/** Tiers that are no other price. */
const ORDINARY: ReadonlySet<string> = new Set(['default', 'auto', 'standard', 'on_demand'])
