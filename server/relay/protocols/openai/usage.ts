import {
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
} from '../../../domain/usage'
import type { JsonObject } from '../../chat'

/** OpenAI counts cached text inside `prompt_tokens`; the details name the parts of it. */
export function writeUsage(usage: Usage): JsonObject {
  const prompt = totalPromptTokens(usage)
  const completion = totalCompletionTokens(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      audio_tokens: usage.audioPromptTokens,
      ...(totalCacheWriteTokens(usage) > 0 && {
        cache_write_tokens: totalCacheWriteTokens(usage),
      }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      audio_tokens: usage.audioCompletionTokens,
    },
  }
}
