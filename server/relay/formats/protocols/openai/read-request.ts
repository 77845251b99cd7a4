import {
  asList,
  asObject,
  asString,
  isAbsent,
  Leftovers,
  MAX_TOKENS_LIMIT,
  oneOf,
  optionalBoolean,
  optionalInteger,
  optionalNumber,
  optionalString,
  readModel,
} from '../../../wire/body-fields'
import {
  type ChatRequest,
  EFFORTS,
  type Json,
  type JsonObject,
  type ResponseFormat,
  type Thinking,
} from '../../../wire/chat'
import { readMessages } from './read-messages'
import { readToolChoice, readTools } from './read-tools'
import { readSchemaFormat } from './schema-format'

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'seed',
  'n',
  'frequency_penalty',
  'presence_penalty',
  'response_format',
  'reasoning_effort',
  'thinking',
  'user',
  'safety_identifier',
  'prompt_cache_key',
])

/** Throws `request.*` with the path of the first field that is not as OpenAI documents it. */
export function readRequest(body: JsonObject): ChatRequest {
  const leftovers = new Leftovers()
  leftovers.putUnknown(body, KNOWN_FIELDS)
  const model = readModel(body)
  const { system, messages } = readMessages(body.messages, leftovers)
  return {
    model,
    stream: optionalBoolean(body.stream, 'stream') ?? false,
    includeUsage: readIncludeUsage(body, leftovers),
    system,
    messages,
    tools: readTools(body, leftovers),
    stop: readStop(body.stop),
    toolChoice: readToolChoice(body, leftovers),
    parallelToolCalls: optionalBoolean(body.parallel_tool_calls, 'parallel_tool_calls'),
    maxTokens: readMaxTokens(body),
    ...readSampling(body),
    responseFormat: readResponseFormat(body.response_format),
    thinking: readThinking(body, leftovers),
    citesAddresses: true,
    user: optionalString(body.safety_identifier ?? body.user, 'user'),
    promptCacheKey: optionalString(body.prompt_cache_key, 'prompt_cache_key'),
    unmapped: leftovers.all(),
  }
}

function readSampling(body: JsonObject): Partial<ChatRequest> {
  return {
    temperature: optionalNumber(body.temperature, 'temperature', { min: 0 }),
    topP: optionalNumber(body.top_p, 'top_p', { min: 0, max: 1 }),
    topK: optionalInteger(body.top_k, 'top_k', { min: 0 }),
    seed: optionalInteger(body.seed, 'seed'),
    answers: optionalInteger(body.n, 'n', { min: 1, max: 128 }),
    frequencyPenalty: optionalNumber(body.frequency_penalty, 'frequency_penalty'),
    presencePenalty: optionalNumber(body.presence_penalty, 'presence_penalty'),
  }
}

/** The newer field wins; both at once is what careful clients send to old and new upstreams. */
function readMaxTokens(body: JsonObject): number | undefined {
  const range = { min: 1, max: MAX_TOKENS_LIMIT }
  const legacy = optionalInteger(body.max_tokens, 'max_tokens', range)
  return optionalInteger(body.max_completion_tokens, 'max_completion_tokens', range) ?? legacy
}

function readIncludeUsage(body: JsonObject, leftovers: Leftovers): boolean {
  if (isAbsent(body.stream_options)) return false
  const options = asObject(body.stream_options, 'stream_options')
  leftovers.putUnknown(options, new Set(['include_usage']), 'stream_options.')
  return optionalBoolean(options.include_usage, 'stream_options.include_usage') ?? false
}

function readStop(value: Json | undefined): readonly string[] {
  if (isAbsent(value)) return []
  if (typeof value === 'string') return [value]
  return asList(value, 'stop').map((item, at) => asString(item, `stop[${at}]`))
}

function readResponseFormat(value: Json | undefined): ResponseFormat | undefined {
  if (isAbsent(value)) return undefined
  const format = asObject(value, 'response_format')
  const path = 'response_format.type'
  const type = oneOf(format.type, path, ['text', 'json_object', 'json_schema'])
  if (type === 'text') return undefined
  if (type === 'json_object') return { type }
  const inner = asObject(format.json_schema, 'response_format.json_schema')
  return readSchemaFormat(inner, 'response_format.json_schema')
}

/** The `thinking` object is an extension that several vendors share with Claude. */
function readThinking(body: JsonObject, leftovers: Leftovers): Thinking | undefined {
  if (!isAbsent(body.thinking)) {
    const thinking = asObject(body.thinking, 'thinking')
    const type = oneOf(thinking.type, 'thinking.type', ['enabled', 'disabled', 'adaptive', 'auto'])
    leftovers.put('reasoning_effort', body.reasoning_effort)
    if (type === 'disabled') return { mode: 'off' }
    const budgetTokens = optionalInteger(thinking.budget_tokens, 'thinking.budget_tokens', {
      min: 1,
    })
    return budgetTokens === undefined ? { mode: 'adaptive' } : { mode: 'budget', budgetTokens }
  }
  if (isAbsent(body.reasoning_effort)) return undefined
  return { mode: 'effort', effort: oneOf(body.reasoning_effort, 'reasoning_effort', EFFORTS) }
}
