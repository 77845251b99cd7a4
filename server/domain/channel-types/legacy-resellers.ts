/**
 * Resellers of years ago. Imported channels of these types keep working; new ones use OpenAI
 * with their own base URL.
 */
import { channelType } from './channel-type'

export const openaiMax = channelType({
  id: 6,
  name: 'OpenAI-Max',
  dialect: 'openai',
  baseUrl: 'https://api.openaimax.com',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
  selectable: false,
})

export const ohMyGpt = channelType({
  id: 7,
  name: 'OhMyGPT',
  dialect: 'openai',
  baseUrl: 'https://api.ohmygpt.com',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
  selectable: false,
})

export const ails = channelType({
  id: 9,
  name: 'AILS',
  dialect: 'openai',
  baseUrl: 'https://api.caipacity.com',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
  selectable: false,
})

export const aiProxy = channelType({
  id: 10,
  name: 'AI Proxy',
  dialect: 'openai',
  baseUrl: 'https://api.aiproxy.io',
  reportsBalance: true,
  vendor: 'ai-proxy',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
  selectable: false,
})

export const api2Gpt = channelType({
  id: 12,
  name: 'API2GPT',
  dialect: 'openai',
  baseUrl: 'https://api.api2gpt.com',
  reportsBalance: true,
  vendor: 'api2gpt',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
  selectable: false,
})

export const aigc2d = channelType({
  id: 13,
  name: 'AIGC2D',
  dialect: 'openai',
  baseUrl: 'https://api.aigc2d.com',
  reportsBalance: true,
  vendor: 'aigc2d',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
  selectable: false,
})
