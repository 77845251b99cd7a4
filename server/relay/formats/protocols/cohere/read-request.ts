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
  readModel,
} from '../../../wire/body-fields'
import type { ChatRequest, JsonObject, ResponseFormat, Thinking } from '../../../wire/chat'
import { readTools } from '../openai/read-tools'
import { withDocuments } from './documents'
import { readMessages } from './read-messages'

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'tools',
  'tool_choice',
  'strict_tools',
  'documents',
  'citation_options',
  'response_format',
  'max_tokens',
  'stop_sequences',
  'temperature',
  'p',
  'k',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'thinking',
])

/** Throws `request.*` with the path of the first field that is not as Cohere documents it. */
export function readRequest(body: JsonObject): ChatRequest {
  const leftovers = new Leftovers()
  leftovers.putUnknown(body, KNOWN_FIELDS)
  const model = readModel(body)
  const { system, messages } = readMessages(body.messages, leftovers)
  noteUncited(body, leftovers)
  return {
    model,
    stream: optionalBoolean(body.stream, 'stream') ?? false,
    includeUsage: true,
    system,
    messages: withDocuments(messages, body.documents),
    tools: readAllTools(body, leftovers),
    toolChoice: readToolChoice(body),
    maxTokens: optionalInteger(body.max_tokens, 'max_tokens', { min: 1, max: MAX_TOKENS_LIMIT }),
    ...readSampling(body),
    stop: readStop(body),
    responseFormat: readResponseFormat(body),
    thinking: readThinking(body),
    unmapped: leftovers.all(),
  }
}

function readAllTools(body: JsonObject, leftovers: Leftovers): ChatRequest['tools'] {
  const tools = readTools({ tools: body.tools }, leftovers)
  const strict = optionalBoolean(body.strict_tools, 'strict_tools') ?? false
  return strict ? tools.map((tool) => ({ ...tool, strict })) : tools
}

function readToolChoice({ tool_choice: choice }: JsonObject): ChatRequest['toolChoice'] {
  if (isAbsent(choice)) return undefined
  const word = oneOf(choice, 'tool_choice', ['REQUIRED', 'NONE'])
  return { mode: word === 'REQUIRED' ? 'required' : 'none' }
}

function readSampling(body: JsonObject): Partial<ChatRequest> {
  const topK = optionalInteger(body.k, 'k', { min: 0, max: 500 })
  const share = { min: 0, max: 1 }
  return {
    temperature: optionalNumber(body.temperature, 'temperature', { min: 0 }),
    topP: optionalNumber(body.p, 'p', share),
    // 0 is how Cohere's clients say that any token may follow.
    ...(topK !== 0 && { topK }),
    seed: optionalInteger(body.seed, 'seed'),
    frequencyPenalty: optionalNumber(body.frequency_penalty, 'frequency_penalty', share),
    presencePenalty: optionalNumber(body.presence_penalty, 'presence_penalty', share),
  }
}

function readStop({ stop_sequences: stops }: JsonObject): readonly string[] {
  if (isAbsent(stops)) return []
  return asList(stops, 'stop_sequences').map((stop, at) => asString(stop, `stop_sequences[${at}]`))
}

function readResponseFormat({ response_format: value }: JsonObject): ResponseFormat | undefined {
  if (isAbsent(value)) return undefined
  const format = asObject(value, 'response_format')
  const type = oneOf(format.type, 'response_format.type', ['text', 'json_object'])
  if (type === 'text') return undefined
  if (isAbsent(format.json_schema)) return { type }
  const schema = asObject(format.json_schema, 'response_format.json_schema')
  return { type: 'json_schema', schema }
}

function readThinking({ thinking: value }: JsonObject): Thinking | undefined {
  if (isAbsent(value)) return undefined
  const thinking = asObject(value, 'thinking')
  const type = oneOf(thinking.type, 'thinking.type', ['enabled', 'disabled'])
  if (type === 'disabled') return { mode: 'off' }
  const budgetTokens = optionalInteger(thinking.token_budget, 'thinking.token_budget', { min: 1 })
  return budgetTokens === undefined ? { mode: 'adaptive' } : { mode: 'budget', budgetTokens }
}

/** No other vendor says which of the documents a text is taken from. */
function noteUncited(body: JsonObject, leftovers: Leftovers): void {
  const options = isAbsent(body.citation_options)
    ? {}
    : asObject(body.citation_options, 'citation_options')
  if (options.mode === 'OFF') return
  leftovers.put('citation_options', body.citation_options)
  if (!isAbsent(body.documents)) leftovers.put('documents.citations', true)
}
