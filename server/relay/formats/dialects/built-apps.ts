/** Apps and bots that somebody has built at a vendor: what they answer with is decided there. */
import type { ChatRequest } from '../../wire/chat'

/** Names what a request asks for and the builder has decided. */
export function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.tools.length > 0) losses.add('tools')
  if (request.maxTokens !== undefined) losses.add('max_tokens')
  if (request.temperature !== undefined) losses.add('temperature')
  if (request.topP !== undefined) losses.add('top_p')
  if (request.topK !== undefined) losses.add('top_k')
  if (request.stop.length > 0) losses.add('stop')
  if (request.seed !== undefined) losses.add('seed')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
  if (request.responseFormat !== undefined) losses.add('response_format')
  if (request.thinking !== undefined && request.thinking.mode !== 'off') losses.add('thinking')
}
