import type { ChatRequest, JsonObject } from '../../../wire/chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput, promptsOf } from '../fitting'
import { withoutUndefined } from '../json-fields'
import { encodeTurns } from './encode-turns'

const LEAST_OUTPUT = 2
const LEAST_TEMPERATURE = 0.01
const MOST_TEMPERATURE = 1
const MAX_STOP_SEQUENCES = 4

export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const losses = new Set(Object.keys(request.unmapped))
  const prompts = promptsOf(request.system, losses).map(({ text }) => text)
  const limit = fittingOutput(request.maxTokens, call, losses)
  const body = withoutUndefined({
    messages: encodeTurns(request.messages, losses),
    system: prompts.length === 0 ? undefined : prompts.join('\n'),
    stream: request.stream,
    ...encodeTools(request, losses),
    max_output_tokens: limit === undefined ? undefined : Math.max(LEAST_OUTPUT, limit),
    temperature: fitTemperature(request.temperature, losses),
    top_p: request.topP,
    stop: request.stop.length === 0 ? undefined : request.stop.slice(0, MAX_STOP_SEQUENCES),
    response_format: request.responseFormat === undefined ? undefined : 'json_object',
    user_id: request.user,
  })
  noteUnknown(request, losses)
  return { body, losses: [...losses] }
}

/** Above 0 and not above 1. */
function fitTemperature(given: number | undefined, losses: Set<string>): number | undefined {
  if (given === undefined) return undefined
  if (given > MOST_TEMPERATURE) losses.add('temperature')
  return Math.min(MOST_TEMPERATURE, Math.max(LEAST_TEMPERATURE, given))
}

/** A tool that must be called can be named; that any must be called cannot be said. */
function encodeTools({ tools, toolChoice }: ChatRequest, losses: Set<string>): JsonObject {
  if (tools.length === 0 || toolChoice?.mode === 'none') return {}
  if (tools.some(({ strict }) => strict === true)) losses.add('tools.strict')
  if (tools.some(({ cacheControl }) => cacheControl !== undefined)) losses.add('cache_control')
  if (toolChoice?.mode === 'required') losses.add('tool_choice:required')
  return withoutUndefined({
    functions: tools.map(({ name, description, parameters }) => ({
      name,
      // A description is required.
      description: description || name,
      parameters: parameters ?? { type: 'object', properties: {} },
    })),
    tool_choice:
      toolChoice?.mode === 'tool'
        ? { type: 'function', function: { name: toolChoice.name } }
        : undefined,
  })
}

function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.topK !== undefined) losses.add('top_k')
  if (request.seed !== undefined) losses.add('seed')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
  if (request.stop.length > MAX_STOP_SEQUENCES) losses.add(`stop[${MAX_STOP_SEQUENCES}..]`)
  if (request.responseFormat?.type === 'json_schema') losses.add('response_format.json_schema')
  if (request.thinking !== undefined && request.thinking.mode !== 'off') losses.add('thinking')
}
