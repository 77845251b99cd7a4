import { channelType } from './channel-type'

export const ollama = channelType({
  id: 4,
  name: 'Ollama',
  dialect: 'openai',
  baseUrl: 'http://localhost:11434',
  paths: { moderations: null },
  streamUsage: true,
  models: ['llama3-7b'],
})
