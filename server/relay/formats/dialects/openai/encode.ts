import type { Traits } from '../../../../domain/channel-types/channel-type'
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { ChatRequest, JsonObject, ResponseFormat, ToolDefinition } from '../../../wire/chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput } from '../fitting'
import { withoutUndefined } from '../json-fields'
import { withoutRefusedEffort } from './api-choice'
import { encodeMessages, type ThinkingBack } from './encode-messages'
import { SchemaEncoder } from './encode-schemas'
import { encodeThinking } from './encode-thinking'
import { encodeUser } from './encode-user'
import { splitEffort } from './models'
import { prepareBody } from './native'

const MAX_STOP_SEQUENCES = 4

export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const { traits } = call.channel.type
  const { model } = splitEffort(call)
  const losses = new Set(Object.keys(request.unmapped))
  const schemas = new SchemaEncoder(model, losses)
  const thinking = thinkingBack(request, call)
  const body: JsonObject = {
    model,
    messages: encodeMessages(request, { losses, thinking }),
    stream: request.stream,
    ...encodeTools(request, schemas, losses),
    max_tokens: fittingOutput(request.maxTokens, call, losses),
    ...encodeSampling(request, { traits, model, losses }),
    ...encodeStop(request, { traits, model, losses }),
    seed: request.seed,
    n: request.answers,
    response_format: request.responseFormat && encodeFormat(request.responseFormat, schemas),
    ...encodeThinking(request.thinking, { traits, model, losses }),
    ...encodeUser(request.user, call, losses),
    prompt_cache_key: request.promptCacheKey,
  }
  const fitted = fittingFields(withoutUndefined(body), traits, losses)
  const prepared = withoutRefusedEffort(prepareBody(fitted, call, losses), call, losses)
  return { body: prepared, losses: [...losses] }
}

/** In the vendor's names, and without what it refuses. */
function fittingFields(body: JsonObject, traits: Traits, losses: Set<string>): JsonObject {
  const { renames, refuses } = traits
  if (refuses.length === 0 && Object.keys(renames).length === 0) return body
  const accepted = Object.entries(body).filter(([name]) => !refuses.includes(name))
  for (const name of refuses) if (Object.hasOwn(body, name)) losses.add(name)
  return Object.fromEntries(accepted.map(([name, value]) => [renames[name] ?? name, value]))
}

/** Reasoning comes back in conversations that call tools; in plain ones some models refuse it. */
function thinkingBack({ messages }: ChatRequest, call: UpstreamCall): ThinkingBack {
  const { type } = call.channel
  if (type.thinkingBack === 'details') return 'details'
  const isWanted =
    type.thinkingBack === 'text' || capabilitiesOf(call.upstreamModel).wantsReasoningBack
  const callsTools = messages.some(({ parts }) => parts.some((part) => part.type === 'tool_call'))
  return isWanted && callsTools ? 'text' : 'never'
}

interface FieldContext {
  readonly traits: Traits
  readonly model: string
  readonly losses: Set<string>
}

/** Reasoning models of OpenAI refuse a request that tunes the sampling. */
function refusesSampling(context: FieldContext): boolean {
  return context.traits.isOpenaiService && !capabilitiesOf(context.model).sampling
}

function encodeSampling(request: ChatRequest, context: FieldContext): JsonObject {
  const { losses } = context
  const refused = refusesSampling(context)
  const fields: Readonly<Record<string, number | undefined>> = {
    temperature: request.temperature,
    top_p: request.topP,
    frequency_penalty: request.frequencyPenalty,
    presence_penalty: request.presencePenalty,
  }
  const { penalties } = capabilitiesOf(context.model)
  const accepted: Record<string, number | undefined> = {}
  for (const [name, value] of Object.entries(fields)) {
    const isPenalty = name.endsWith('_penalty')
    if (!refused && (penalties || !isPenalty)) accepted[name] = value
    else if (value !== undefined && value !== (isPenalty ? 0 : 1)) losses.add(name)
  }
  return { ...accepted, ...encodeTopK(request.topK, context) }
}

function encodeTopK(topK: number | undefined, context: FieldContext): JsonObject {
  if (topK === undefined) return {}
  if (context.traits.takesTopK) return { top_k: topK }
  context.losses.add('top_k')
  return {}
}

function encodeStop(request: ChatRequest, context: FieldContext): JsonObject {
  const { stop } = request
  if (stop.length === 0) return {}
  if (!capabilitiesOf(context.model).stop) {
    context.losses.add('stop')
    return {}
  }
  const isLimited = context.traits.isOpenaiService && stop.length > MAX_STOP_SEQUENCES
  if (isLimited) context.losses.add(`stop[${MAX_STOP_SEQUENCES}..]`)
  return { stop: isLimited ? stop.slice(0, MAX_STOP_SEQUENCES) : stop }
}

function encodeTools(
  request: ChatRequest,
  schemas: SchemaEncoder,
  losses: Set<string>,
): JsonObject {
  if (request.tools.length === 0) {
    // OpenAI refuses these fields without tools; without tools they say nothing.
    return {}
  }
  const { toolChoice } = request
  return {
    tools: request.tools.map((tool) => encodeTool(tool, schemas, losses)),
    tool_choice:
      toolChoice?.mode === 'tool'
        ? { type: 'function', function: { name: toolChoice.name } }
        : toolChoice?.mode,
    parallel_tool_calls: request.parallelToolCalls,
  }
}

function encodeTool(tool: ToolDefinition, schemas: SchemaEncoder, losses: Set<string>): JsonObject {
  if (tool.cacheControl !== undefined) losses.add('cache_control')
  const { name, description } = tool
  const { schema, strict } = schemas.tool(tool)
  // A function without arguments need not have a schema.
  const parameters = tool.parameters === undefined && strict !== true ? undefined : schema
  return { type: 'function', function: withoutUndefined({ name, description, parameters, strict }) }
}

function encodeFormat(format: ResponseFormat, schemas: SchemaEncoder): JsonObject {
  if (format.type === 'json_object') return { type: 'json_object' }
  const { name = 'answer' } = format
  return { type: 'json_schema', json_schema: withoutUndefined({ name, ...schemas.format(format) }) }
}
