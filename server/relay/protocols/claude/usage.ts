import { totalCompletionTokens, type Usage } from '../../../domain/usage'
import type { JsonObject } from '../../chat'

/** Anthropic counts cached text beside `input_tokens`, not inside. */
export function writeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.promptTokens + usage.audioPromptTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    output_tokens: totalCompletionTokens(usage),
    ...(usage.reasoningTokens > 0 && {
      output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    }),
  }
}
