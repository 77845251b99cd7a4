import { channelType } from './channel-type'

export const xinference = channelType({
  id: 47,
  name: 'Xinference',
  dialect: 'openai',
  baseUrl: '',
  paths: {
    moderations: null,
    speech: '/v1/audio/speech',
    transcription: '/v1/audio/transcriptions',
    translation: '/v1/audio/translations',
    images: '/v1/images/generations',
    image_variations: '/v1/images/variations',
    rerank: '/v1/rerank',
  },
  traits: { takesTopK: true },
  models: ['bge-reranker-v2-m3', 'jina-reranker-v2'],
})
