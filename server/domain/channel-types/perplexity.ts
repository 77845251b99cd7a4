import { channelType } from './channel-type'

export const perplexity = channelType({
  id: 27,
  name: 'Perplexity',
  mark: 'perplexity',
  dialect: 'openai',
  baseUrl: 'https://api.perplexity.ai',
  traits: { topPLimit: 0.99 },
  paths: { chat: '/chat/completions' },
  keyPage: 'perplexity.ai/account/api/keys',
  keyStarts: ['pplx-'],
  models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research', 'sonar-pro-search'],
  retired: {
    'llama-3-sonar-small-32k-chat': 'sonar',
    'llama-3-sonar-small-32k-online': 'sonar',
    'llama-3-sonar-large-32k-chat': 'sonar-pro',
    'llama-3-sonar-large-32k-online': 'sonar-pro',
    'llama-3-8b-instruct': 'sonar',
    'llama-3-70b-instruct': 'sonar-pro',
    'mixtral-8x7b-instruct': 'sonar',
    'r1-1776': 'sonar-reasoning-pro',
  },
})
