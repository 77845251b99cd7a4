import { channelType } from './channel-type'

export const zhinao360 = channelType({
  id: 19,
  name: '360 Zhinao',
  chineseName: '360 智脑',
  mark: 'ai360',
  dialect: 'openai',
  baseUrl: 'https://api.360.cn',
  offers: ['chat', 'embeddings'],
  keyPage: 'ai.360.com/platform/keys',
  models: [
    '360gpt-turbo',
    '360gpt-turbo-responsibility-8k',
    '360gpt-pro',
    '360gpt2-pro',
    '360GPT_S2_V9',
    'embedding-bert-512-v1',
    'embedding_s1_v1',
    'semantic_similarity_s1_v1',
  ],
})
