/** The smallest conversation there is. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { ChatRequest, JsonObject } from '../../wire/chat'
import type { Dialect, UpstreamCall } from '../dialects/dialect'

/** Throws `channel.test_unsupported`. */
export function chatQuestion(dialect: Dialect, call: UpstreamCall): JsonObject {
  if (dialect.chat === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: call.channel.type.name })
  }
  const request: ChatRequest = {
    model: call.requestedModel,
    stream: call.stream,
    includeUsage: call.stream,
    system: [],
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    maxTokens: probeTokens(call.upstreamModel),
    stop: [],
    unmapped: {},
  }
  const { body } = dialect.chat.encode(request, call)
  return dialect.prepareNative(body, call, new Set())
}

/** Enough for an answer, little enough to cost nothing; some models think before they speak. */
function probeTokens(model: string): number | undefined {
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50
  return model.includes('gemini') ? 300 : 10
}
