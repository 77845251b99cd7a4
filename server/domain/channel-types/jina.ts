import { channelType } from './channel-type'

export const jina = channelType({
  id: 38,
  name: 'Jina',
  dialect: 'openai',
  baseUrl: 'https://api.jina.ai',
  paths: {
    chat: null,
    embeddings: '/v1/embeddings',
    completions: null,
    moderations: null,
    rerank: '/v1/rerank',
  },
  keyPage: 'jina.ai/api-dashboard',
  keyStarts: ['jina_'],
  models: [
    'jina-embeddings-v4',
    'jina-embeddings-v3',
    'jina-clip-v1',
    'jina-reranker-v2-base-multilingual',
  ],
})
