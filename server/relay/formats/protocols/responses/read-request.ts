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
import { readSchemaFormat } from '../openai/schema-format'
import { readInput } from './read-items'
import { readTooling } from './read-tools'

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'stream_options',
  'include',
  'store',
  'background',
  'previous_response_id',
  'conversation',
  'prompt',
  'metadata',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_output_tokens',
  'temperature',
  'top_p',
  'reasoning',
  'text',
  'user',
  'safety_identifier',
  'prompt_cache_key',
])

/** What everybody gets, whether requested or not. */
const ALWAYS_INCLUDED = 'reasoning.encrypted_content'

/** Throws `request.*` with the path of the first field that is not as OpenAI documents it. */
export function readRequest(body: JsonObject): ChatRequest {
  const leftovers = new Leftovers()
  leftovers.putUnknown(body, KNOWN_FIELDS)
  if (body.store !== false) leftovers.put('store:false', true)
  readIncluded(body.include, leftovers)
  const model = readModel(body)
  const { system, messages } = readInput(body, leftovers)
  const text = isAbsent(body.text) ? {} : asObject(body.text, 'text')
  leftovers.putUnknown(text, new Set(['format']), 'text.')
  const range = { min: 1, max: MAX_TOKENS_LIMIT }
  return {
    model,
    stream: optionalBoolean(body.stream, 'stream') ?? false,
    includeUsage: true,
    system,
    messages,
    ...readTooling(body, leftovers),
    maxTokens: optionalInteger(body.max_output_tokens, 'max_output_tokens', range),
    temperature: optionalNumber(body.temperature, 'temperature', { min: 0 }),
    topP: optionalNumber(body.top_p, 'top_p', { min: 0, max: 1 }),
    stop: [],
    responseFormat: readFormat(text.format),
    thinking: readThinking(body.reasoning, leftovers),
    user: optionalString(body.safety_identifier ?? body.user, 'user'),
    promptCacheKey: optionalString(body.prompt_cache_key, 'prompt_cache_key'),
    unmapped: leftovers.all(),
  }
}

function readIncluded(value: Json | undefined, leftovers: Leftovers): void {
  if (isAbsent(value)) return
  for (const [at, item] of asList(value, 'include').entries()) {
    const name = asString(item, `include[${at}]`)
    if (name !== ALWAYS_INCLUDED) leftovers.put(`include:${name}`, true)
  }
}

function readFormat(value: Json | undefined): ResponseFormat | undefined {
  if (isAbsent(value)) return undefined
  const format = asObject(value, 'text.format')
  const type = oneOf(format.type, 'text.format.type', ['text', 'json_object', 'json_schema'])
  if (type === 'text') return undefined
  if (type === 'json_object') return { type }
  return readSchemaFormat(format, 'text.format')
}

/** Summaries are what other vendors show anyway. */
const REASONING_FIELDS: ReadonlySet<string> = new Set(['effort', 'summary', 'generate_summary'])

function readThinking(value: Json | undefined, leftovers: Leftovers): Thinking | undefined {
  if (isAbsent(value)) return undefined
  const reasoning = asObject(value, 'reasoning')
  leftovers.putUnknown(reasoning, REASONING_FIELDS, 'reasoning.')
  if (isAbsent(reasoning.effort)) return undefined
  return { mode: 'effort', effort: oneOf(reasoning.effort, 'reasoning.effort', EFFORTS) }
}
