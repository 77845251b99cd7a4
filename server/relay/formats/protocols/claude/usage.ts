import {
  freshPromptTokens,
  totalCacheReadTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  type Usage,
} from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { lastObject } from '../last-object'

/** Anthropic counts cached text outside `input_tokens`. */
export function writeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: freshPromptTokens(usage),
    cache_creation_input_tokens: totalCacheWriteTokens(usage),
    ...(usage.longCacheWriteTokens > 0 && {
      cache_creation: {
        ephemeral_5m_input_tokens: totalCacheWriteTokens(usage) - usage.longCacheWriteTokens,
        ephemeral_1h_input_tokens: usage.longCacheWriteTokens,
      },
    }),
    cache_read_input_tokens: totalCacheReadTokens(usage),
    output_tokens: totalCompletionTokens(usage),
    ...(usage.webSearches > 0 && {
      server_tool_use: { web_search_requests: usage.webSearches },
    }),
    ...(usage.reasoningTokens > 0 && {
      output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    }),
  }
}

/** Clients take the last totals; what ended the message is said again with them. */
export function usageFrame(usage: Usage, tail: string): string {
  const last = lastObject(tail, ({ type }) => type === 'message_delta')
  const delta = last?.delta ?? { stop_reason: 'end_turn', stop_sequence: null }
  const event = { type: 'message_delta', delta, usage: writeUsage(usage) }
  return `event: message_delta\ndata: ${JSON.stringify(event)}\n\n`
}
