/** The vendors that have a format of their own, for the contract of all of them. */
import { baidu } from '../support/stand-ins/baidu'
import { refusalByCohere } from '../support/stand-ins/cohere'
import { refusalByDify } from '../support/stand-ins/dify'
import { ndjson, refusalByOllama } from '../support/stand-ins/ollama'
import { refusalByTencent } from '../support/stand-ins/tencent'
import type { RecordedRequest } from '../support/upstream'
import { fieldsOf, listOf, readOpenai, tool } from './asked'
import type { Asked, DialectMember } from './dialect-member'

const KEY = 'upstream-key-1'

export const cohere: DialectMember = {
  dialect: 'cohere',
  channelType: 34,
  model: 'command-a-reasoning-08-2025',
  ratios: { model: '1.25', completion: '4' },
  path: () => '/v2/chat',
  credential: (key) => ['authorization', `Bearer ${key}`],
  read: readCohere,
  judge: (request, reply) => refusalByCohere(request, KEY) ?? reply,
  refusal: (_status, message) => ({ id: 'r', message }),
  thinkingTokens: 9,
  callIds: ['call_w1', 'call_t2'],
}

/** OpenAI's messages, but for what is said before tools are called. */
function readCohere(request: RecordedRequest): Asked {
  const { messages, ...body } = fieldsOf(request.json)
  const plain = listOf(messages).map(({ content, tool_plan, ...message }) => ({
    ...message,
    content: content ?? tool_plan,
  }))
  return readOpenai({ ...request, json: { ...body, messages: plain } })
}

const SECRET = { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3' }

export const hunyuan: DialectMember = {
  dialect: 'hunyuan',
  channelType: 23,
  model: 'hunyuan',
  ratios: { model: '7.143', completion: '1' },
  key: `1250000000|${SECRET.secretId}|${SECRET.secretKey}`,
  path: () => '/',
  credential: () => ['x-tc-action', 'ChatCompletions'],
  read: readHunyuan,
  judge: (request, reply) => refusalByTencent(request, SECRET, Date.now()) ?? reply,
  refusal: (_status, message) => ({
    Response: { Error: { Code: 'FailedOperation', Message: message } },
  }),
  thinkingTokens: 9,
  callIds: ['call_w1', 'call_t2'],
  lacks: ['limits'],
}

function readHunyuan(request: RecordedRequest): Asked {
  const asked = readOpenai({ ...request, json: lowered(request.json) })
  return { ...asked, maxTokens: undefined }
}

/** OpenAI's words, with a capital each; the texts of schemas are parsed. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    const plain = name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
    if (plain === 'contents') return ['content', lowered(field)]
    return [plain, plain === 'parameters' ? JSON.parse(String(field)) : lowered(field)]
  })
  return Object.fromEntries(fields)
}

export const ollama: DialectMember = {
  dialect: 'ollama',
  channelType: 4,
  other: 'native',
  model: 'qwen3',
  ratios: { model: '1', completion: '2' },
  options: { ModelRatio: { qwen3: 1 }, CompletionRatio: { qwen3: 2 } },
  path: () => '/api/chat',
  credential: (key) => ['authorization', `Bearer ${key}`],
  read: readOllama,
  judge: (request, reply) => refusalByOllama(request) ?? reply,
  refusal: (_status, message) => ({ error: message }),
  thinkingTokens: 9,
  streamed: ndjson,
  callIds: ['call_REQUEST_0', 'call_REQUEST_1'],
}

function readOllama({ json: body }: RecordedRequest): Asked {
  const { messages, tools, options, stream } = fieldsOf(body)
  const turns: string[] = []
  let system = ''
  let inResults = false
  for (const message of listOf(messages)) {
    const said = [
      ...(message.content === '' ? [] : [String(message.content)]),
      ...(Array.isArray(message.images) ? message.images : []).map(
        (base64) => `[image/png ${String(base64).length}]`,
      ),
      ...listOf(message.tool_calls).map((call) => {
        const called = fieldsOf(call.function)
        return `[${called.name} ${JSON.stringify(called.arguments)}]`
      }),
    ].join(' ')
    if (message.role === 'system') system += said
    else if (message.role !== 'tool') turns.push(`${message.role}: ${said}`)
    else if (inResults) turns.push(`${turns.pop()} [result ${said}]`)
    else turns.push(`user: [result ${said}]`)
    inResults = message.role === 'tool'
  }
  return {
    system,
    turns,
    tools: listOf(tools).map((entry) => {
      const { name, parameters } = fieldsOf(entry.function)
      return tool(name, parameters)
    }),
    maxTokens: Number(fieldsOf(options).num_predict),
    stream: stream === true,
  }
}

/** Several files share it, and none may see how often the others asked. */
const ACCOUNT = baidu({
  apiKey: 'baidu-api-key',
  secretKey: 'baidu-secret-key',
  token: () => '24.token',
})

export const ernie: DialectMember = {
  dialect: 'ernie',
  channelType: 15,
  model: 'ERNIE-4.0-8K',
  ratios: { model: '8.219178082191782', completion: '1' },
  key: 'baidu-api-key|baidu-secret-key',
  path: () => '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=24.token',
  credential: () => ['content-type', 'application/json'],
  read: readErnie,
  judge: ACCOUNT.answer,
  refusal: (_status, message) => ({ error_code: 336000, error_msg: message }),
  thinkingTokens: 9,
  callIds: [],
  lacks: ['thinking', 'tools', 'images'],
}

function readErnie({ json: body }: RecordedRequest): Asked {
  const { system, messages, max_output_tokens, stream } = fieldsOf(body)
  return {
    system: String(system ?? ''),
    turns: listOf(messages).map(({ role, content }) => `${role}: ${content}`),
    tools: [],
    maxTokens: Number(max_output_tokens),
    stream: stream === true,
  }
}

export const dify: DialectMember = {
  dialect: 'dify',
  channelType: 37,
  model: 'dify',
  ratios: { model: '1', completion: '2' },
  options: { ModelRatio: { dify: 1 }, CompletionRatio: { dify: 2 } },
  path: () => '/v1/chat-messages',
  credential: (key) => ['authorization', `Bearer ${key}`],
  read: readDify,
  judge: (request, reply) => refusalByDify(request, KEY) ?? reply,
  refusal: (status, message) => ({ code: 'internal', message, status }),
  thinkingTokens: 9,
  callIds: [],
  lacks: ['thinking', 'tools', 'images', 'limits', 'whole answers'],
}

/** The whole conversation is one question. */
function readDify({ json: body }: RecordedRequest): Asked {
  const { query, response_mode } = fieldsOf(body)
  const [, system = '', asked = query] = /^SYSTEM: \n(.*)\nUSER: \n(.*)$/s.exec(String(query)) ?? []
  return {
    system,
    turns: [`user: ${asked}`],
    tools: [],
    maxTokens: undefined,
    stream: response_mode === 'streaming',
  }
}
