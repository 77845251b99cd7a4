import type { UpstreamError } from '../../../../domain/errors/gateway-error'
import type { ChatRequest } from '../../../wire/chat'
import type { Concession } from '../dialect'

/** Organizations that are not verified get no summaries; encryption is an organization's own. */
export function concession({ upstreamParam, upstreamCode }: UpstreamError): Concession | undefined {
  if (upstreamParam === 'reasoning.summary') return 'summaries'
  return upstreamCode === 'invalid_encrypted_content' ? 'earlier_reasoning' : undefined
}

export function withoutReasoning(request: ChatRequest, losses: Set<string>): ChatRequest {
  losses.add('messages.thinking')
  const messages = request.messages.map((message) => ({
    ...message,
    parts: message.parts.filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking'),
  }))
  return { ...request, messages }
}
