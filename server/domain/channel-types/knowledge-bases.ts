import { channelType } from './channel-type'

/**
 * OpenAI's chat with fields of its own (`chatId`, `variables`, `detail`), which pass. It often
 * reports no usage, and is then counted.
 */
export const fastGpt = channelType({
  id: 22,
  name: 'Knowledge base: FastGPT',
  chineseName: '知识库：FastGPT',
  mark: 'fastgpt',
  dialect: 'openai',
  baseUrl: 'https://api.fastgpt.in/api',
  offers: ['chat'],
  modelsPath: null,
  keyHint: 'APIKey-AppId / fastgpt-…',
  keyPage: 'doc.fastgpt.io/openapi/intro',
  models: ['fastgpt'],
})

export const aiProxyLibrary = channelType({
  id: 21,
  name: 'Knowledge base: AI Proxy',
  chineseName: '知识库：AI Proxy',
  dialect: 'retired',
  successor: fastGpt.id,
  baseUrl: 'https://api.aiproxy.io',
  otherField: 'library_id',
  selectable: false,
})
