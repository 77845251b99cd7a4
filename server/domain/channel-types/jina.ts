import { channelType } from './channel-type'

export const jina = channelType({
  id: 38,
  name: 'Jina',
  mark: 'jina',
  dialect: 'openai',
  baseUrl: 'https://api.jina.ai',
  offers: ['embeddings', 'rerank'],
  keyPage: 'jina.ai/api-dashboard',
  keyStarts: ['jina_'],
  models: [
    'jina-embeddings-v4',
    'jina-embeddings-v3',
    'jina-clip-v1',
    'jina-reranker-v2-base-multilingual',
  ],
})
