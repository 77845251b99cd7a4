import { channelType } from './channel-type'

export const lingYiWanWu = channelType({
  id: 31,
  name: '01.AI',
  chineseName: '零一万物',
  mark: 'yi',
  dialect: 'openai',
  baseUrl: 'https://api.lingyiwanwu.com',
  keyPage: 'platform.lingyiwanwu.com/apikeys',
  offers: ['chat'],
  streamUsage: true,
  models: [
    'yi-lightning',
    'yi-large',
    'yi-medium',
    'yi-vision',
    'yi-medium-200k',
    'yi-spark',
    'yi-large-rag',
    'yi-large-turbo',
    'yi-large-preview',
    'yi-large-rag-preview',
  ],
})
