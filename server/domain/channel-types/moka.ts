import { channelType } from './channel-type'

export const mokaAi = channelType({
  id: 44,
  name: 'Embedding: MokaAI M3E',
  chineseName: '嵌入模型：MokaAI M3E',
  dialect: 'openai',
  baseUrl: 'https://api.moka.ai',
  paths: { embeddings: '/embeddings' },
  models: ['m3e-large', 'm3e-base', 'm3e-small'],
})
