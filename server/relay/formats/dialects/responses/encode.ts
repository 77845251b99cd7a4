import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { ChatRequest, JsonObject, ResponseFormat } from '../../../wire/chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput, noteUnknown } from '../fitting'
import { withoutUndefined } from '../json-fields'
import { SchemaEncoder } from '../openai/encode-schemas'
import { encodeThinking } from '../openai/encode-thinking'
import { encodeUser } from '../openai/encode-user'
import { splitEffort } from '../openai/models'
import { withoutReasoning } from './concession'
import { encodeInput } from './encode-input'
import { encodeTools } from './encode-tools'
import { ENCRYPTED, LEAST_OUTPUT_TOKENS, reasons } from './native'

/** What is stored nowhere can be fetched by nobody, so reasoning comes with its proof. */
export function encode(original: ChatRequest, call: UpstreamCall): EncodedRequest {
  const losses = new Set(Object.keys(original.unmapped))
  const { model } = splitEffort(call)
  const isForgetful = call.concessions?.has('earlier_reasoning') === true
  const request = isForgetful ? withoutReasoning(original, losses) : original
  noteUnknown(request, losses)
  if (request.stop.length > 0) losses.add('stop')
  if (request.topK !== undefined) losses.add('top_k')
  const schemas = new SchemaEncoder(model, losses)
  const body: JsonObject = {
    model,
    ...encodeInput(request, losses),
    stream: request.stream,
    store: false,
    include: reasons(call) ? [ENCRYPTED] : undefined,
    ...encodeTools(request, schemas, losses),
    max_output_tokens: encodeLimit(request.maxTokens, call, losses),
    ...encodeSampling(request, model, losses),
    reasoning: encodeReasoning(request, call, losses),
    text: request.responseFormat && { format: encodeFormat(request.responseFormat, schemas) },
    ...encodeUser(request.user, call, losses),
    prompt_cache_key: request.promptCacheKey,
  }
  return { body: withoutUndefined(body), losses: [...losses] }
}

function encodeLimit(
  tokens: number | undefined,
  call: UpstreamCall,
  losses: Set<string>,
): number | undefined {
  const fitting = fittingOutput(tokens, call, losses)
  if (fitting === undefined || fitting >= LEAST_OUTPUT_TOKENS) return fitting
  losses.add(`max_tokens:${LEAST_OUTPUT_TOKENS}`)
  return LEAST_OUTPUT_TOKENS
}

/** Reasoning models refuse a request that tunes the sampling. */
function encodeSampling(
  { temperature, topP }: ChatRequest,
  model: string,
  losses: Set<string>,
): JsonObject {
  if (capabilitiesOf(model).sampling) return { temperature, top_p: topP }
  if (temperature !== undefined && temperature !== 1) losses.add('temperature')
  if (topP !== undefined && topP !== 1) losses.add('top_p')
  return {}
}

/** A client that asks for thinking is shown what there is to see of it. */
function encodeReasoning(
  { thinking }: ChatRequest,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject | undefined {
  const { model, effort: suffix } = splitEffort(call)
  const { traits } = call.channel.type
  const { reasoning_effort: requested } = encodeThinking(thinking, { traits, model, losses })
  const effort = suffix ?? requested
  const isShown = thinking !== undefined && thinking.mode !== 'off' && effort !== 'none'
  const isRefused = call.concessions?.has('summaries') === true
  if (isShown && isRefused) losses.add('reasoning.summary')
  const summary = isShown && !isRefused && reasons(call) ? 'auto' : undefined
  return effort === undefined && summary === undefined
    ? undefined
    : withoutUndefined({ effort, summary })
}

function encodeFormat(format: ResponseFormat, schemas: SchemaEncoder): JsonObject {
  if (format.type === 'json_object') return { type: 'json_object' }
  const { name = 'answer' } = format
  return withoutUndefined({ type: 'json_schema', name, ...schemas.format(format) })
}
