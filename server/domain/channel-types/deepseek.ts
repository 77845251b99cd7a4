import { channelType } from './channel-type'

export const deepSeek = channelType({
  id: 43,
  name: 'DeepSeek',
  mark: 'deepseek',
  isCommon: true,
  dialect: 'openai',
  baseUrl: 'https://api.deepseek.com',
  reportsBalance: true,
  vendor: 'deepseek',
  offers: ['chat'],
  paths: { completions: '/beta/completions' },
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/anthropic/v1/messages' },
      addresses: ['api.deepseek.com'],
    },
  ],
  // It says so when there is no money left.
  deadKey: { statuses: [401, 402], codes: [] },
  streamUsage: true,
  thinkingBack: 'text',
  keyPage: 'platform.deepseek.com/api_keys',
  keyStarts: ['sk-'],
  models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
  // Thinking is a switch of the newer models, and no model of its own.
  retired: { 'deepseek-chat': 'deepseek-v4-flash', 'deepseek-reasoner': 'deepseek-v4-flash' },
})
