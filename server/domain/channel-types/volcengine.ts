import { channelType } from './channel-type'

export const volcEngine = channelType({
  id: 45,
  name: 'Volcano Ark / Doubao / DeepSeek',
  chineseName: '字节火山方舟、豆包、DeepSeek',
  dialect: 'openai',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  paths: {
    chat: '/api/v3/chat/completions',
    embeddings: '/api/v3/embeddings',
    images: '/api/v3/images/generations',
    completions: null,
    moderations: null,
  },
  streamUsage: true,
  faces: [{ dialect: 'openai', paths: { chat: '/api/v3/bots/chat/completions' }, models: ['bot'] }],
  models: [
    'Doubao-pro-128k',
    'Doubao-pro-32k',
    'Doubao-pro-4k',
    'Doubao-lite-128k',
    'Doubao-lite-32k',
    'Doubao-lite-4k',
    'Doubao-embedding',
  ],
})
