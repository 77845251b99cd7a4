import { channelType } from './channel-type'

export const perplexity = channelType({
  id: 27,
  name: 'Perplexity',
  dialect: 'openai',
  baseUrl: 'https://api.perplexity.ai',
  traits: { topPLimit: 0.99 },
  paths: { chat: '/chat/completions', completions: null, embeddings: null, moderations: null },
  models: [
    'llama-3-sonar-small-32k-chat',
    'llama-3-sonar-small-32k-online',
    'llama-3-sonar-large-32k-chat',
    'llama-3-sonar-large-32k-online',
    'llama-3-8b-instruct',
    'llama-3-70b-instruct',
    'mixtral-8x7b-instruct',
    'sonar-pro-search',
    'r1-1776',
  ],
})
