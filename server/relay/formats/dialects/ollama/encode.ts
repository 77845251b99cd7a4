import type { ChatRequest, Json, JsonObject, ResponseFormat, Thinking } from '../../../wire/chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput } from '../fitting'
import { objectOf, withoutUndefined } from '../json-fields'
import { encodeMessages } from './encode-messages'

/** Fields of the server's own that clients may send in addition to OpenAI's. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['options', 'keep_alive'])

export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const { unmapped } = request
  const losses = new Set(Object.keys(unmapped).filter((name) => !OWN_FIELDS.has(name)))
  noteUnknown(request, losses)
  const options = withoutUndefined({
    num_predict: fittingOutput(request.maxTokens, call, losses),
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    seed: request.seed,
    stop: request.stop.length === 0 ? undefined : request.stop,
    frequency_penalty: request.frequencyPenalty,
    presence_penalty: request.presencePenalty,
    ...objectOf(unmapped.options),
  })
  const tools = request.toolChoice?.mode === 'none' ? [] : request.tools
  const body = withoutUndefined({
    model: call.upstreamModel,
    messages: encodeMessages(request, losses),
    stream: request.stream,
    tools: tools.length === 0 ? undefined : tools.map(encodeTool),
    format: request.responseFormat && encodeFormat(request.responseFormat),
    think: request.thinking && encodeThinking(request.thinking),
    options: Object.keys(options).length === 0 ? undefined : options,
    keep_alive: unmapped.keep_alive,
  })
  return { body, losses: [...losses] }
}

function encodeTool({ name, description, parameters }: ChatRequest['tools'][number]): JsonObject {
  const schema = parameters ?? { type: 'object', properties: {} }
  return {
    type: 'function',
    function: withoutUndefined({ name, description, parameters: schema }),
  }
}

/** "json", or the schema itself. */
function encodeFormat(format: ResponseFormat): Json {
  return format.type === 'json_object' ? 'json' : format.schema
}

const LEVELS: ReadonlySet<string> = new Set(['low', 'medium', 'high'])

/** Levels are for the few models that have some; the others take them for a yes. */
function encodeThinking(thinking: Thinking): Json {
  if (thinking.mode === 'off') return false
  if (thinking.mode !== 'effort') return true
  if (thinking.effort === 'none') return false
  return LEVELS.has(thinking.effort) ? thinking.effort : true
}

function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  const { toolChoice, tools } = request
  if (toolChoice?.mode === 'required' || toolChoice?.mode === 'tool') {
    losses.add(`tool_choice:${toolChoice.mode}`)
  }
  if (tools.some(({ strict }) => strict === true)) losses.add('tools.strict')
  if (tools.some(({ cacheControl }) => cacheControl !== undefined)) losses.add('cache_control')
  if (request.parallelToolCalls === false) losses.add('parallel_tool_calls')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
  if (request.user !== undefined) losses.add('user')
}
