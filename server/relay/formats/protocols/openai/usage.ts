import {
  totalCacheReadTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
} from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { lastObject } from '../last-object'

/** OpenAI counts cached text inside `prompt_tokens`; the details name the parts of it. */
export function writeUsage(usage: Usage): JsonObject {
  const prompt = totalPromptTokens(usage)
  const completion = totalCompletionTokens(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: totalCacheReadTokens(usage),
      audio_tokens: usage.audioPromptTokens,
      ...(usage.imagePromptTokens > 0 && { image_tokens: usage.imagePromptTokens }),
      ...(totalCacheWriteTokens(usage) > 0 && {
        cache_write_tokens: totalCacheWriteTokens(usage),
      }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      audio_tokens: usage.audioCompletionTokens,
      ...(usage.imageCompletionTokens > 0 && { image_tokens: usage.imageCompletionTokens }),
    },
  }
}

/** Vectors have no completion, and the SDK's own type no field for one. */
export function writeEmbeddingsUsage(usage: Usage): JsonObject {
  const prompt = totalPromptTokens(usage)
  return { prompt_tokens: prompt, total_tokens: prompt }
}

/** The chunk that `include_usage` asks for, in the words of the chunks before it. */
export function usageFrame(usage: Usage, tail: string): string {
  const { id, object, created, model } =
    lastObject(tail, ({ choices }) => Array.isArray(choices)) ?? {}
  const chunk = { id, object, created, model, choices: [], usage: writeUsage(usage) }
  return `data: ${JSON.stringify(chunk)}\n\n`
}
