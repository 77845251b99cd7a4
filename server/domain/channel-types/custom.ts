/**
 * The base URL is the full address; `{model}` in it is replaced and nothing is appended.
 */
import { channelType } from './channel-type'

export const custom = channelType({
  id: 8,
  name: 'Custom',
  chineseName: '自定义渠道',
  dialect: 'openai',
  baseUrl: '',
  reportsBalance: true,
  vendor: 'openai-billing',
  addressHint: 'full_url',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'speech'],
})
