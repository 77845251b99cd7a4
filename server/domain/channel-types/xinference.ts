import { channelType } from './channel-type'

export const xinference = channelType({
  id: 47,
  name: 'Xinference',
  mark: 'xinference',
  dialect: 'openai',
  baseUrl: '',
  offers: [
    'chat',
    'completions',
    'embeddings',
    'speech',
    'transcription',
    'translation',
    'images',
    'image_variations',
    'rerank',
  ],
  traits: { takesTopK: true },
  models: ['bge-reranker-v2-m3', 'jina-reranker-v2'],
})
