import {
  asList,
  asObject,
  asString,
  invalid,
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
import type {
  ChatMessage,
  ChatRequest,
  Effort,
  Json,
  JsonObject,
  ResponseFormat,
  TextPart,
  Thinking,
} from '../../../wire/chat'
import { BlockReader } from './read-blocks'
import { readToolChoice, readTools } from './read-tools'

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'stream',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'metadata',
])

/**
 * Throws `request.*` with the path of the first field that is not as Anthropic documents it.
 * `max_tokens` may be absent, as the family has always accepted.
 */
export function readRequest(body: JsonObject): ChatRequest {
  const leftovers = new Leftovers()
  leftovers.putUnknown(body, KNOWN_FIELDS)
  const model = readModel(body)
  const system = readSystem(body.system, 'system', leftovers)
  const messages = readMessages(body.messages, system, leftovers)
  const output = isAbsent(body.output_config) ? {} : asObject(body.output_config, 'output_config')
  leftovers.putUnknown(output, new Set(['effort', 'format']), 'output_config.')
  return {
    model,
    stream: optionalBoolean(body.stream, 'stream') ?? false,
    includeUsage: true,
    system,
    messages,
    tools: readTools(body, leftovers),
    ...readToolChoice(body),
    maxTokens: optionalInteger(body.max_tokens, 'max_tokens', { min: 1, max: MAX_TOKENS_LIMIT }),
    temperature: optionalNumber(body.temperature, 'temperature', { min: 0, max: 1 }),
    topP: optionalNumber(body.top_p, 'top_p', { min: 0, max: 1 }),
    topK: optionalInteger(body.top_k, 'top_k', { min: 0 }),
    stop: readStop(body.stop_sequences),
    responseFormat: readFormat(output.format),
    thinking: readThinking(body.thinking, output.effort, leftovers),
    user: readUser(body.metadata, leftovers),
    unmapped: leftovers.all(),
  }
}

function readSystem(value: Json | undefined, path: string, leftovers: Leftovers): TextPart[] {
  if (isAbsent(value)) return []
  return new BlockReader(leftovers).readContent(value, path).map((part) => {
    if (part.type !== 'text') throw invalid(path, 'reason.text_blocks')
    return part
  })
}

/** System turns inside the conversation join `system`; their place is named as lost. */
function readMessages(
  value: Json | undefined,
  system: TextPart[],
  leftovers: Leftovers,
): readonly ChatMessage[] {
  const list = asList(value, 'messages')
  if (list.length === 0) throw invalid('messages', 'reason.empty')
  const reader = new BlockReader(leftovers)
  const messages: ChatMessage[] = []
  for (const [at, item] of list.entries()) {
    const path = `messages[${at}]`
    const message = asObject(item, path)
    const role = oneOf(message.role, `${path}.role`, ['user', 'assistant', 'system'])
    if (role === 'system') {
      if (messages.length > 0) leftovers.put(`${path}.role`, role)
      system.push(...readSystem(message.content, `${path}.content`, leftovers))
    } else {
      messages.push({ role, parts: reader.readContent(message.content, `${path}.content`) })
    }
  }
  return messages
}

function readStop(value: Json | undefined): readonly string[] {
  if (isAbsent(value)) return []
  return asList(value, 'stop_sequences').map((item, at) => asString(item, `stop_sequences[${at}]`))
}

function readFormat(value: Json | undefined): ResponseFormat | undefined {
  if (isAbsent(value)) return undefined
  const format = asObject(value, 'output_config.format')
  oneOf(format.type, 'output_config.format.type', ['json_schema'])
  return { type: 'json_schema', schema: asObject(format.schema, 'output_config.format.schema') }
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** The effort wins over "adaptive", which says no more than that thinking is wanted. */
function readThinking(
  value: Json | undefined,
  effortValue: Json | undefined,
  leftovers: Leftovers,
): Thinking | undefined {
  const effort = readEffort(effortValue)
  if (isAbsent(value)) return effort && { mode: 'effort', effort }
  const thinking = asObject(value, 'thinking')
  leftovers.put('thinking.display', thinking.display)
  const types = ['enabled', 'disabled', 'adaptive', 'between_tools'] as const
  const type = oneOf(thinking.type, 'thinking.type', types)
  if (type === 'adaptive') return effort ? { mode: 'effort', effort } : { mode: 'adaptive' }
  leftovers.put('output_config.effort', effortValue)
  if (type === 'disabled') return { mode: 'off' }
  if (type === 'between_tools') {
    leftovers.put('thinking.type', type)
    return undefined
  }
  const path = 'thinking.budget_tokens'
  const budgetTokens = optionalInteger(thinking.budget_tokens, path, { min: 1 })
  if (budgetTokens === undefined) throw invalid(path, 'reason.required')
  return { mode: 'budget', budgetTokens }
}

function readEffort(value: Json | undefined): Effort | undefined {
  if (isAbsent(value)) return undefined
  return oneOf(value, 'output_config.effort', EFFORTS)
}

function readUser(value: Json | undefined, leftovers: Leftovers): string | undefined {
  if (isAbsent(value)) return undefined
  const metadata = asObject(value, 'metadata')
  leftovers.putUnknown(metadata, new Set(['user_id']), 'metadata.')
  return optionalString(metadata.user_id, 'metadata.user_id')
}
