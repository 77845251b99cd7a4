import { type ChannelTypeRow, channelType } from './channel-type'

export const zhipuV4 = channelType({
  id: 26,
  name: 'Zhipu GLM-4V',
  chineseName: '智谱 GLM-4V',
  mark: 'glmv',
  dialect: 'openai',
  baseUrl: 'https://open.bigmodel.cn',
  presets: [
    { place: 'china', baseUrl: 'https://open.bigmodel.cn' },
    { place: 'world', alias: 'Z.ai', baseUrl: 'https://api.z.ai' },
  ],
  // Its own numbers: keys that do not hold, an account that is closed or has no money.
  deadKey: { statuses: [401], codes: ['1000', '1001', '1002', '1003', '1004', '1112', '1113'] },
  keyPage: 'open.bigmodel.cn/usercenter/apikeys',
  paths: {
    chat: '/api/paas/v4/chat/completions',
    embeddings: '/api/paas/v4/embeddings',
    speech: '/api/paas/v4/audio/speech',
    images: '/api/paas/v4/images/generations',
    rerank: '/api/paas/v4/rerank',
  },
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/api/anthropic/v1/messages' },
      addresses: ['open.bigmodel.cn', 'api.z.ai'],
    },
  ],
  auth: 'vendor',
  vendor: 'zhipu',
  traits: { topPLimit: 0.99 },
  keyHint: 'id.secret',
  models: [
    'glm-4-plus',
    'glm-4-air',
    'glm-4-airx',
    'glm-4-long',
    'glm-4-flash',
    'glm-4v-plus',
    'glm-4.5-air',
    'glm-4.7',
    'glm-5',
    'glm-5.1',
    'glm-5.2',
    'glm-5.3',
    'glm-5.3-flash',
  ],
  retired: {
    'glm-3-turbo': 'glm-4.5-air',
    'glm-4': 'glm-4-plus',
    'glm-4-0520': 'glm-4-plus',
    'glm-4-alltools': 'glm-4.7',
    'glm-4v': 'glm-4v-plus',
  },
})

/** The API of before is gone; its keys are good for the one after it. */
export const zhipu: ChannelTypeRow = {
  ...zhipuV4,
  id: 16,
  name: 'Zhipu ChatGLM',
  chineseName: '智谱 ChatGLM',
  mark: 'chatglm',
  // The world has never had it.
  presets: [],
}
