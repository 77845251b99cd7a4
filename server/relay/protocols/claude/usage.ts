import { totalCacheWriteTokens, totalCompletionTokens, type Usage } from '../../../domain/usage'
import type { JsonObject } from '../../chat'

/** Anthropic counts cached text beside `input_tokens`, not inside. */
export function writeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.promptTokens + usage.audioPromptTokens,
    cache_creation_input_tokens: totalCacheWriteTokens(usage),
    ...(usage.longCacheWriteTokens > 0 && {
      cache_creation: {
        ephemeral_5m_input_tokens: usage.cacheWriteTokens,
        ephemeral_1h_input_tokens: usage.longCacheWriteTokens,
      },
    }),
    cache_read_input_tokens: usage.cacheReadTokens,
    output_tokens: totalCompletionTokens(usage),
    ...(usage.webSearches > 0 && {
      server_tool_use: { web_search_requests: usage.webSearches },
    }),
    ...(usage.reasoningTokens > 0 && {
      output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    }),
  }
}
