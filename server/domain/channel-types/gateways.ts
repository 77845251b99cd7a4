/** Servers that operators run themselves or share, by the numbers that the family gave them. */
import { channelType } from './channel-type'

export const subModel = channelType({
  id: 53,
  name: 'SubModel',
  mark: 'submodel',
  dialect: 'openai',
  baseUrl: 'https://llm.submodel.ai',
  offers: ['chat'],
  streamUsage: true,
  keyPage: 'submodel.ai',
  models: ['openai/gpt-oss-120b', 'Qwen/Qwen3-235B-A22B-Instruct-2507'],
})

/** Each operation has the path that `other` gives it, and those without one are not offered. */
export const customRoutes = channelType({
  id: 58,
  name: 'Custom routes',
  chineseName: '自定义路由',
  dialect: 'openai',
  baseUrl: '',
  offers: ['chat', 'completions', 'embeddings', 'moderations'],
  addressHint: 'own',
  streamUsage: true,
  otherField: 'routes',
  otherRule: { isRequired: true },
  examples: {
    address: 'https://models.example.com',
    other: '{"chat": "/v1/chat/completions", "claude": "/anthropic/v1/messages"}',
  },
})

/**
 * Another gateway of this family. It speaks each protocol that its own channels speak, retries by
 * itself, and reports its prices and what is left of the key's quota.
 */
export const newApi = channelType({
  id: 60,
  jobs: ['sora'],
  name: 'New API / gw (another gateway)',
  chineseName: 'New API、gw（另一个网关）',
  mark: 'newapi',
  dialect: 'openai',
  baseUrl: '',
  addressHint: 'own',
  examples: { address: 'https://gateway.example.com' },
  offers: [
    'chat',
    'completions',
    'embeddings',
    'moderations',
    'speech',
    'realtime',
    'transcription',
    'translation',
    'images',
    'image_edits',
    'rerank',
  ],
  apiVariants: [
    { dialect: 'responses', paths: { chat: '/v1/responses' } },
    {
      dialect: 'anthropic',
      paths: { chat: '/v1/messages', count_tokens: '/v1/messages/count_tokens' },
      auth: 'x-api-key',
    },
  ],
  vendor: 'new-api',
  reportsBalance: true,
  streamUsage: true,
  traits: { isGateway: true },
  keyStarts: ['sk-'],
})

const SELF_HOSTED = {
  dialect: 'openai',
  baseUrl: '',
  addressHint: 'own',
  streamUsage: true,
  traits: { takesTopK: true },
} as const

export const vllm = channelType({
  ...SELF_HOSTED,
  id: 62,
  name: 'vLLM',
  mark: 'vllm',
  offers: ['chat', 'completions', 'embeddings', 'transcription', 'rerank'],
  examples: { address: 'http://127.0.0.1:8000' },
  apiVariants: [
    { dialect: 'responses', paths: { chat: '/v1/responses' } },
    { dialect: 'anthropic', paths: { chat: '/v1/messages' } },
  ],
})

export const sglang = channelType({
  ...SELF_HOSTED,
  id: 63,
  name: 'SGLang',
  offers: ['chat', 'completions', 'embeddings'],
  examples: { address: 'http://127.0.0.1:30000' },
})
