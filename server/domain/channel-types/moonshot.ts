import { channelType } from './channel-type'

export const moonshot = channelType({
  id: 25,
  name: 'Moonshot',
  dialect: 'openai',
  baseUrl: 'https://api.moonshot.cn',
  faces: [
    {
      dialect: 'anthropic',
      paths: { chat: '/anthropic/v1/messages' },
      addresses: ['api.moonshot.cn', 'api.moonshot.ai'],
    },
  ],
  streamUsage: true,
  thinkingBack: 'text',
  models: [
    'moonshot-v1-8k',
    'moonshot-v1-32k',
    'moonshot-v1-128k',
    'kimi-k2.5',
    'kimi-k2.6',
    'kimi-k3',
  ],
})
