/** Through its OpenAI-compatible mode; `other` names DashScope plug-ins. */
import { channelType } from './channel-type'

export const ali = channelType({
  id: 17,
  name: 'Alibaba Tongyi Qwen',
  chineseName: '阿里通义千问',
  dialect: 'openai',
  baseUrl: 'https://dashscope.aliyuncs.com',
  paths: {
    chat: '/compatible-mode/v1/chat/completions',
    completions: '/compatible-mode/v1/completions',
    embeddings: '/compatible-mode/v1/embeddings',
    moderations: null,
  },
  faces: [
    {
      dialect: 'anthropic',
      paths: { chat: '/apps/anthropic/v1/messages' },
      addresses: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com'],
    },
  ],
  headers: { 'X-DashScope-Plugin': '{other}' },
  streamUsage: true,
  traits: { topPLimit: 0.999, takesTopK: true },
  otherField: 'plugin',
  models: ['qwen-turbo', 'qwen-plus', 'qwen-max', 'qwen-max-longcontext', 'text-embedding-v1'],
})
