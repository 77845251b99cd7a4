import { type Usage, usage } from '../../../domain/usage'
import type { Json, JsonObject } from '../../chat'
import { isObject, objectOf, objectsOf, tokensOf } from '../json-fields'

/**
 * Usage as OpenAI and its many imitators write it. Cached text is part of the prompt count
 * there; here the classes are disjoint. `undefined` when nothing was counted.
 */
export function readUsage(value: Json | undefined): Usage | undefined {
  if (!isObject(value)) return undefined
  const prompt = tokensOf(value.prompt_tokens) ?? tokensOf(value.input_tokens) ?? 0
  const completion = tokensOf(value.completion_tokens) ?? tokensOf(value.output_tokens) ?? 0
  if (prompt === 0 && completion === 0) return undefined
  const inDetails = objectOf(value.prompt_tokens_details) ?? objectOf(value.input_tokens_details)
  const outDetails =
    objectOf(value.completion_tokens_details) ?? objectOf(value.output_tokens_details)
  const cacheReadTokens = atMost(prompt, cachedCount(value, inDetails))
  let left = prompt - cacheReadTokens
  const cacheWriteTokens = atMost(left, tokensOf(inDetails?.cache_write_tokens))
  left -= cacheWriteTokens
  const audioPromptTokens = atMost(left, tokensOf(inDetails?.audio_tokens))
  left -= audioPromptTokens
  const reasoning = tokensOf(outDetails?.reasoning_tokens) ?? 0
  const written = completion + missingReasoning(value, prompt + completion, reasoning)
  const audioCompletionTokens = atMost(written, tokensOf(outDetails?.audio_tokens))
  return usage({
    promptTokens: left,
    cacheReadTokens,
    cacheWriteTokens,
    audioPromptTokens,
    completionTokens: written - audioCompletionTokens,
    reasoningTokens: atMost(written - audioCompletionTokens, reasoning),
    audioCompletionTokens,
  })
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
  return (
    readUsage(answer.usage) ??
    readUsage(objectOf(answer.x_groq)?.usage) ??
    readUsage(objectsOf(answer.choices)[0]?.usage)
  )
}
