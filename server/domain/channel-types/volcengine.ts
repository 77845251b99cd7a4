import { channelType } from './channel-type'

export const volcEngine = channelType({
  id: 45,
  jobs: ['ark'],
  name: 'Volcano Ark / Doubao / DeepSeek',
  chineseName: '字节火山方舟、豆包、DeepSeek',
  mark: 'volcengine',
  dialect: 'openai',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  presets: [
    { place: 'china', alias: 'Doubao', baseUrl: 'https://ark.cn-beijing.volces.com' },
    { place: 'world', alias: 'BytePlus', baseUrl: 'https://ark.ap-southeast.bytepluses.com' },
  ],
  paths: {
    chat: '/api/v3/chat/completions',
    embeddings: '/api/v3/embeddings',
    images: '/api/v3/images/generations',
  },
  streamUsage: true,
  apiVariants: [
    { dialect: 'openai', paths: { chat: '/api/v3/bots/chat/completions' }, models: ['bot'] },
    {
      dialect: 'responses',
      paths: { chat: '/api/v3/responses' },
      addresses: ['ark.cn-beijing.volces.com', 'ark.ap-southeast.bytepluses.com'],
    },
  ],
  deadKey: { statuses: [401], codes: ['AccountOverdueError', 'AuthenticationError'] },
  keyPage: 'console.volcengine.com/ark/apiKey',
  models: [
    'doubao-seed-1-6-250615',
    'doubao-seed-1-6-flash-250828',
    'doubao-seed-1-6-thinking-250715',
    'deepseek-v3-2-251201',
    'Doubao-pro-128k',
    'Doubao-pro-32k',
    'Doubao-pro-4k',
    'Doubao-lite-128k',
    'Doubao-lite-32k',
    'Doubao-lite-4k',
    'Doubao-embedding',
  ],
})
