import { channelType } from './channel-type'

export const openRouter = channelType({
  id: 20,
  name: 'OpenRouter',
  mark: 'openrouter',
  isCommon: true,
  dialect: 'openai',
  baseUrl: 'https://openrouter.ai/api',
  offers: ['chat', 'completions', 'embeddings', 'speech', 'rerank'],
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/v1/messages' },
      addresses: ['openrouter.ai/api'],
    },
    { dialect: 'responses', paths: { chat: '/v1/responses' }, addresses: ['openrouter.ai/api'] },
  ],
  reportsBalance: true,
  vendor: 'openrouter',
  keyPage: 'openrouter.ai/settings/keys',
  keyStarts: ['sk-or-'],
  headers: { 'X-Title': 'gw' },
  streamUsage: true,
  traits: { takesTopK: true, thinkingField: 'object' },
  thinkingBack: 'details',
})
