/** The formats of the four large vendors, for the contract of all of them. */
import { awsStream } from '../support/bedrock'
import type { RecordedRequest } from '../support/upstream'
import { type Fields, fieldsOf, image, listOf, readOpenai, readResponses, tool } from './asked'
import type { Asked, DialectMember } from './dialect-member'

export const openai: DialectMember = {
  dialect: 'openai',
  channelType: 1,
  model: 'gpt-4o',
  ratios: { model: '1.25', completion: '4', cacheRead: '0.5' },
  path: () => '/v1/chat/completions',
  credential: (key) => ['authorization', `Bearer ${key}`],
  read: readOpenai,
  refusal: (status, message) => ({
    error: { message, type: 'server_error', param: null, code: `code_${status}` },
  }),
  thinkingTokens: 9,
  callIds: ['call_w1', 'call_t2'],
}

/** A model that no other API of its vendor serves, so that every client is written for this one. */
export const responses: DialectMember = {
  ...openai,
  dialect: 'responses',
  model: 'gpt-5-codex',
  ratios: { model: '0.625', completion: '8', cacheRead: '0.1' },
  path: () => '/v1/responses',
  read: readResponses,
}

export const anthropic: DialectMember = {
  dialect: 'anthropic',
  channelType: 14,
  model: 'claude-sonnet-4-6',
  ratios: { model: '1.5', completion: '5', cacheRead: '0.1', cacheWrite: '1.25' },
  path: () => '/v1/messages',
  credential: (key) => ['x-api-key', key],
  read: readAnthropic,
  refusal: (_status, message) => ({ type: 'error', error: { type: 'api_error', message } }),
  thinkingTokens: 9,
  callIds: ['call_w1', 'call_t2'],
}

function readAnthropic({ json }: RecordedRequest): Asked {
  const body = fieldsOf(json)
  return {
    system: typeof body.system === 'string' ? body.system : '',
    turns: listOf(body.messages).map(
      ({ role, content }) => `${role}: ${listOf(content).map(anthropicBlock).join(' ')}`,
    ),
    tools: listOf(body.tools).map(({ name, input_schema }) => tool(name, input_schema)),
    maxTokens: Number(body.max_tokens),
    stream: body.stream === true,
  }
}

function anthropicBlock(block: Fields): string {
  switch (block.type) {
    case 'text':
      return String(block.text)
    case 'image': {
      const { media_type, data } = fieldsOf(block.source)
      return image(media_type, data)
    }
    case 'tool_use':
      return `[${block.name} ${JSON.stringify(block.input)}]`
    case 'tool_result': {
      const { content } = block
      return `[result ${typeof content === 'string' ? content : listOf(content)[0]?.text}]`
    }
    default:
      throw new Error(`block ${block.type}`)
  }
}

export const gemini: DialectMember = {
  dialect: 'gemini',
  channelType: 24,
  model: 'gemini-2.5-flash',
  ratios: { model: '0.15', completion: '8.333333333333334' },
  path: (stream) => {
    const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
    return `/v1beta/models/gemini-2.5-flash:${method}`
  },
  credential: (key) => ['x-goog-api-key', key],
  read: readGemini,
  refusal: (status, message) => ({ error: { code: status, message, status: 'UNAVAILABLE' } }),
  thinkingTokens: 25,
  callIds: ['call_REQUEST_0', 'call_REQUEST_1'],
}

function readGemini({ json, path }: RecordedRequest): Asked {
  const body = fieldsOf(json)
  const system = body.systemInstruction
  const config = body.generationConfig === undefined ? {} : fieldsOf(body.generationConfig)
  return {
    system: system === undefined ? '' : textsOf(fieldsOf(system).parts),
    turns: mergedTurns(listOf(body.contents)),
    tools: listOf(body.tools).flatMap(({ functionDeclarations }) =>
      listOf(functionDeclarations).map((declared) =>
        tool(declared.name, declared.parametersJsonSchema ?? declared.parameters),
      ),
    ),
    maxTokens: Number(config.maxOutputTokens),
    stream: path.includes('streamGenerateContent'),
  }
}

/** Google's SDK makes a turn of every frame. */
function mergedTurns(contents: readonly Fields[]): readonly string[] {
  const turns: string[] = []
  for (const [at, { role, parts }] of contents.entries()) {
    if (at > 0 && contents[at - 1]?.role === role) turns.push(`${turns.pop()} ${textsOf(parts)}`)
    else turns.push(`${role === 'model' ? 'assistant' : role}: ${textsOf(parts)}`)
  }
  return turns
}

function textsOf(parts: unknown): string {
  return listOf(parts).map(geminiPart).join(' ')
}

function geminiPart(part: Fields): string {
  if (part.inlineData !== undefined) {
    const { mimeType, data } = fieldsOf(part.inlineData)
    return image(mimeType, data)
  }
  if (part.functionCall !== undefined) {
    const { name, args } = fieldsOf(part.functionCall)
    return `[${name} ${JSON.stringify(args)}]`
  }
  if (part.functionResponse !== undefined) {
    const response = fieldsOf(fieldsOf(part.functionResponse).response)
    const { content } = response
    return `[result ${content === undefined ? JSON.stringify(response) : content}]`
  }
  return String(part.text)
}

export const converse: DialectMember = {
  dialect: 'converse',
  channelType: 33,
  model: 'claude-sonnet-4-6',
  ratios: { model: '1.5', completion: '5', cacheRead: '0.1', cacheWrite: '1.25' },
  path: (stream) => `/model/us.anthropic.claude-sonnet-4-6/converse${stream ? '-stream' : ''}`,
  key: 'upstream-key-1|us-east-1',
  credential: (key) => ['authorization', `Bearer ${key}`],
  read: readConverse,
  refusal: (_status, message) => ({ message }),
  thinkingTokens: 9,
  streamed: awsStream,
  callIds: ['call_w1', 'call_t2'],
}

function readConverse({ json, path }: RecordedRequest): Asked {
  const body = fieldsOf(json)
  const config = body.toolConfig === undefined ? {} : fieldsOf(body.toolConfig)
  return {
    system: listOf(body.system)
      .map(({ text }) => text)
      .join(''),
    turns: listOf(body.messages).map(
      ({ role, content }) => `${role}: ${listOf(content).map(converseBlock).join(' ')}`,
    ),
    tools: listOf(config.tools).map(({ toolSpec }) => {
      const { name, inputSchema } = fieldsOf(toolSpec)
      return tool(name, fieldsOf(inputSchema).json)
    }),
    maxTokens: Number(fieldsOf(body.inferenceConfig).maxTokens),
    stream: path.endsWith('converse-stream'),
  }
}

function converseBlock(block: Fields): string {
  if (block.text !== undefined) return String(block.text)
  if (block.image !== undefined) {
    const { format, source } = fieldsOf(block.image)
    return image(`image/${format}`, fieldsOf(source).bytes)
  }
  if (block.toolUse !== undefined) {
    const { name, input } = fieldsOf(block.toolUse)
    return `[${name} ${JSON.stringify(input)}]`
  }
  return `[result ${listOf(fieldsOf(block.toolResult).content)[0]?.text}]`
}
