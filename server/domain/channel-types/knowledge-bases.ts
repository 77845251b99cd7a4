import { channelType } from './channel-type'

export const fastGpt = channelType({
  id: 22,
  name: 'Knowledge base: FastGPT',
  chineseName: '知识库：FastGPT',
  dialect: 'openai',
  baseUrl: 'https://fastgpt.run/api/openapi',
  keyHint: 'APIKey-AppId',
})

export const aiProxyLibrary = channelType({
  id: 21,
  name: 'Knowledge base: AI Proxy',
  chineseName: '知识库：AI Proxy',
  dialect: 'not-yet',
  baseUrl: 'https://api.aiproxy.io',
  otherField: 'library_id',
})
