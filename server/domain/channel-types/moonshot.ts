import { channelType } from './channel-type'

export const moonshot = channelType({
  id: 25,
  name: 'Moonshot',
  mark: 'moonshot',
  dialect: 'openai',
  baseUrl: 'https://api.moonshot.cn',
  presets: [
    { place: 'china', baseUrl: 'https://api.moonshot.cn' },
    { place: 'world', alias: 'Kimi', baseUrl: 'https://api.moonshot.ai' },
  ],
  reportsBalance: true,
  vendor: 'moonshot',
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/anthropic/v1/messages' },
      addresses: ['api.moonshot.cn', 'api.moonshot.ai'],
    },
  ],
  offers: ['chat'],
  streamUsage: true,
  traits: { takesCacheKey: true },
  thinkingBack: 'text',
  deadKey: {
    statuses: [401],
    codes: ['exceeded_current_quota_error', 'invalid_authentication_error'],
  },
  keyPage: 'platform.moonshot.cn/console/api-keys',
  keyStarts: ['sk-'],
  models: [
    'kimi-k3',
    'kimi-k2.7-code',
    'kimi-k2.7-code-highspeed',
    'kimi-k2.6',
    'kimi-k2.5',
    'moonshot-v1-8k',
    'moonshot-v1-32k',
    'moonshot-v1-128k',
    'moonshot-v1-8k-vision-preview',
    'moonshot-v1-32k-vision-preview',
    'moonshot-v1-128k-vision-preview',
  ],
  retired: {
    'kimi-k2': 'kimi-k2.6',
    'kimi-k2-0711-preview': 'kimi-k2.6',
    'kimi-k2-0905-preview': 'kimi-k2.6',
    'kimi-k2-thinking': 'kimi-k2.6',
    'kimi-k2-thinking-turbo': 'kimi-k2.6',
    'kimi-k2-turbo-preview': 'kimi-k2.6',
    'kimi-latest': 'kimi-k2.6',
  },
})
