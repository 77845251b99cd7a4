/** Through its OpenAI-compatible mode; `other` names DashScope plug-ins. */
import { channelType } from './channel-type'

const ADDRESSES = [
  'dashscope.aliyuncs.com',
  'dashscope-intl.aliyuncs.com',
  'dashscope-us.aliyuncs.com',
  'cn-hongkong.dashscope.aliyuncs.com',
] as const

export const ali = channelType({
  id: 17,
  jobs: ['wan'],
  name: 'Alibaba Tongyi Qwen',
  chineseName: '阿里通义千问',
  mark: 'qwen',
  isCommon: true,
  dialect: 'openai',
  baseUrl: 'https://dashscope.aliyuncs.com',
  presets: [
    { place: 'beijing', baseUrl: 'https://dashscope.aliyuncs.com' },
    { place: 'singapore', alias: 'Qwen', baseUrl: 'https://dashscope-intl.aliyuncs.com' },
    { place: 'virginia', baseUrl: 'https://dashscope-us.aliyuncs.com' },
    { place: 'hong_kong', baseUrl: 'https://cn-hongkong.dashscope.aliyuncs.com' },
  ],
  paths: {
    chat: '/compatible-mode/v1/chat/completions',
    completions: '/compatible-mode/v1/completions',
    embeddings: '/compatible-mode/v1/embeddings',
  },
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/apps/anthropic/v1/messages' },
      addresses: ADDRESSES,
    },
    {
      dialect: 'responses',
      paths: { chat: '/compatible-mode/v1/responses' },
      addresses: ADDRESSES,
    },
  ],
  headers: { 'X-DashScope-Plugin': '{other}' },
  streamUsage: true,
  traits: { topPLimit: 0.999, takesTopK: true, refusesPackedVectors: true },
  otherField: 'plugin',
  // The account is what is empty or blocked; what asks too much is reported by "Throttling".
  deadKey: { statuses: [401], codes: ['Arrearage', 'InvalidApiKey'] },
  keyPage: 'bailian.console.aliyun.com',
  keyStarts: ['sk-'],
  models: [
    'qwen3-max',
    'qwen-max',
    'qwen-plus',
    'qwen-flash',
    'qwen-turbo',
    'qwen-long',
    'qwen3-coder-plus',
    'qwen3-vl-plus',
    'qwen-vl-max',
    'text-embedding-v4',
    'text-embedding-v1',
    'wan2.5-t2v-preview',
    'wan2.5-i2v-preview',
    'wan2.2-t2v-plus',
  ],
  retired: { 'qwen-max-longcontext': 'qwen-long' },
})
