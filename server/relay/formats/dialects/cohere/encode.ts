import type { ChatRequest, JsonObject, Thinking, ToolDefinition } from '../../../wire/chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput } from '../fitting'
import { isList, objectOf, textOf, withoutUndefined } from '../json-fields'
import { encodeMessages } from '../openai/encode-messages'
import { fitMessage } from './fit-message'

const MAX_STOP_SEQUENCES = 5
/** `p` may not be at either end. */
const LEAST_P = 0.01
const MOST_P = 0.99
const MOST_K = 500
/** Models that think, and take it badly from no other to be asked to. */
const THINKERS = /reasoning|^command-a-plus/

/** Fields of the vendor's own that clients may send in addition to OpenAI's. */
const OWN_FIELDS = ['documents', 'citation_options', 'safety_mode', 'priority', 'logprobs']

export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const own = Object.fromEntries(
    OWN_FIELDS.filter((name) => Object.hasOwn(request.unmapped, name)).map((name) => [
      name,
      request.unmapped[name],
    ]),
  )
  const losses = new Set(Object.keys(request.unmapped).filter((name) => !(name in own)))
  const body = withoutUndefined({
    model: call.upstreamModel,
    messages: encodeMessages(request, { losses, thinking: 'text' }).map((message) =>
      fitMessage(message, losses),
    ),
    stream: request.stream,
    ...encodeTools(request, losses),
    max_tokens: fittingOutput(request.maxTokens, call, losses),
    ...encodeSampling(request, losses),
    response_format: encodeFormat(request, losses),
    thinking: encodeThinking(request.thinking, call.upstreamModel, losses),
    ...own,
  })
  noteUnknown(request, losses)
  noteUncited(request, losses)
  return { body, losses: [...losses] }
}

/** A tool that must be called is the only one that is offered. */
function encodeTools(request: ChatRequest, losses: Set<string>): JsonObject {
  const { toolChoice } = request
  const named = toolChoice?.mode === 'tool' ? toolChoice.name : undefined
  const tools = request.tools.filter(({ name }) => named === undefined || name === named)
  if (tools.length === 0) return {}
  const isForced = named !== undefined || toolChoice?.mode === 'required'
  if (request.parallelToolCalls === false) losses.add('parallel_tool_calls')
  return withoutUndefined({
    tools: tools.map((tool) => encodeTool(tool, losses)),
    tool_choice: isForced ? 'REQUIRED' : toolChoice?.mode === 'none' ? 'NONE' : undefined,
    strict_tools: tools.every(({ strict }) => strict === true) || undefined,
  })
}

function encodeTool(tool: ToolDefinition, losses: Set<string>): JsonObject {
  if (tool.cacheControl !== undefined) losses.add('cache_control')
  const { name, description, parameters = { type: 'object', properties: {} } } = tool
  return { type: 'function', function: withoutUndefined({ name, description, parameters }) }
}

function encodeSampling(request: ChatRequest, losses: Set<string>): JsonObject {
  const { stop, topK, topP } = request
  if (stop.length > MAX_STOP_SEQUENCES) losses.add(`stop[${MAX_STOP_SEQUENCES}..]`)
  return {
    temperature: request.temperature,
    p: topP === undefined ? undefined : Math.min(MOST_P, Math.max(LEAST_P, topP)),
    k: topK === undefined ? undefined : Math.min(MOST_K, topK),
    stop_sequences: stop.length === 0 ? undefined : stop.slice(0, MAX_STOP_SEQUENCES),
    seed: request.seed === undefined ? undefined : Math.max(0, request.seed),
    frequency_penalty: penaltyOf('frequency_penalty', request.frequencyPenalty, losses),
    presence_penalty: penaltyOf('presence_penalty', request.presencePenalty, losses),
  }
}

/** Only from 0 to 1. */
function penaltyOf(
  name: string,
  value: number | undefined,
  losses: Set<string>,
): number | undefined {
  if (value === undefined || (value >= 0 && value <= 1)) return value
  losses.add(name)
  return Math.min(1, Math.max(0, value))
}

/** JSON cannot be requested where tools or documents are given. */
function encodeFormat(
  { responseFormat, tools, unmapped }: ChatRequest,
  losses: Set<string>,
): JsonObject | undefined {
  if (responseFormat === undefined) return undefined
  if (tools.length > 0 || Object.hasOwn(unmapped, 'documents')) {
    losses.add('response_format')
    return undefined
  }
  if (responseFormat.type === 'json_object') return { type: 'json_object' }
  return { type: 'json_object', json_schema: responseFormat.schema }
}

function encodeThinking(
  thinking: Thinking | undefined,
  model: string,
  losses: Set<string>,
): JsonObject | undefined {
  if (thinking === undefined) return undefined
  const isOff =
    thinking.mode === 'off' || (thinking.mode === 'effort' && thinking.effort === 'none')
  if (!THINKERS.test(model)) {
    if (!isOff) losses.add('thinking')
    return undefined
  }
  if (isOff) return { type: 'disabled' }
  if (thinking.mode !== 'budget') return { type: 'enabled' }
  return { type: 'enabled', token_budget: thinking.budgetTokens }
}

/** Documents without an address, for clients that can only take addresses. */
function noteUncited({ citesAddresses, unmapped }: ChatRequest, losses: Set<string>): void {
  const { documents } = unmapped
  if (citesAddresses !== true || !isList(documents)) return
  if (objectOf(unmapped.citation_options)?.mode === 'OFF') return
  for (const [at, document] of documents.entries()) {
    const isCited = textOf(objectOf(objectOf(document)?.data)?.url) !== undefined
    if (!isCited) losses.add(`documents[${at}].citations`)
  }
}

function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
  if (request.user !== undefined) losses.add('user')
}
