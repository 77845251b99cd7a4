import type { ChatRequest, JsonObject } from '../../chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { encodeMessages, encodeSystem } from './encode-messages'
import { planThinking } from './encode-thinking'
import { encodeTools } from './encode-tools'
import { modelWithoutSuffix } from './native'

/** Models before structured outputs: `output_config.format` is unknown to them. */
const WITHOUT_FORMAT = /claude-(instant|2|3)|claude-(opus|sonnet)-4(-0|-20\d{6}|$)/

export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const losses = new Set(Object.keys(request.unmapped))
  const model = modelWithoutSuffix(call)
  const plan = planThinking(request, call, losses)
  noteUnknown(request, losses)
  const body: JsonObject = {
    model,
    max_tokens: plan.maxTokens,
    system: encodeSystem(request.system),
    messages: encodeMessages(request.messages, losses),
    stream: request.stream,
    ...encodeTools(request),
    thinking: plan.thinking,
    ...encodeSampling(request, plan.isThinking, losses),
    stop_sequences: encodeStop(request.stop, losses),
    output_config: encodeFormat(request, model, losses),
    metadata: request.user === undefined ? undefined : { user_id: request.user },
  }
  return { body: withoutUndefined(body), losses: [...losses] }
}

/** Fields of the canonical request that Messages has no place for. */
function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.seed !== undefined) losses.add('seed')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
}

/**
 * OpenAI's temperature goes to 2, Anthropic's to 1. Newer models refuse temperature and top_p
 * together, so only one is sent; thinking leaves no choice at all.
 */
function encodeSampling(
  request: ChatRequest,
  isThinking: boolean,
  losses: Set<string>,
): JsonObject {
  const { temperature, topP, topK } = request
  if (isThinking) {
    if (temperature !== undefined && temperature !== 1) losses.add('temperature')
    if (topP !== undefined && topP !== 1) losses.add('top_p')
    if (topK !== undefined) losses.add('top_k')
    return {}
  }
  if (temperature !== undefined && temperature > 1) losses.add('temperature>1')
  const sendsTopP = topP !== undefined && topP !== 1 && temperature === undefined
  if (topP !== undefined && topP !== 1 && !sendsTopP) losses.add('top_p')
  return {
    temperature: temperature === undefined ? undefined : Math.min(1, temperature),
    top_p: sendsTopP ? topP : undefined,
    top_k: topK,
  }
}

/** Anthropic refuses sequences of white space alone. */
function encodeStop(stop: readonly string[], losses: Set<string>): readonly string[] | undefined {
  const usable = stop.filter((sequence) => sequence.trim() !== '')
  if (usable.length < stop.length) losses.add('stop:whitespace')
  return usable.length === 0 ? undefined : usable
}

function encodeFormat(
  request: ChatRequest,
  model: string,
  losses: Set<string>,
): JsonObject | undefined {
  const format = request.responseFormat
  if (format === undefined) return undefined
  if (format.type === 'json_object' || WITHOUT_FORMAT.test(model)) {
    losses.add('response_format')
    return undefined
  }
  return { format: { type: 'json_schema', schema: format.schema } }
}

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
