/** Makers of models in China that the family has no number for, under this program's own. */
import { type ChannelTypeRow, channelType } from './channel-type'

const stepFun = channelType({
  id: 20_051,
  name: 'StepFun',
  chineseName: '阶跃星辰',
  mark: 'stepfun',
  dialect: 'openai',
  baseUrl: 'https://api.stepfun.com',
  presets: [
    { place: 'china', baseUrl: 'https://api.stepfun.com' },
    { place: 'world', baseUrl: 'https://api.stepfun.ai' },
  ],
  offers: ['chat', 'speech'],
  apiVariants: [
    { dialect: 'responses', paths: { chat: '/v1/responses' }, addresses: ['api.stepfun.com'] },
    { dialect: 'anthropic', paths: { chat: '/v1/messages' }, addresses: ['api.stepfun.com'] },
  ],
  streamUsage: true,
  keyPage: 'platform.stepfun.com/interface-key',
  models: ['step-3', 'step-2-16k', 'step-2-mini', 'step-1o-turbo-vision'],
})

const xiaomi = channelType({
  id: 20_052,
  name: 'Xiaomi MiMo',
  chineseName: '小米 MiMo',
  mark: 'xiaomimimo',
  dialect: 'openai',
  baseUrl: 'https://api.xiaomimimo.com',
  offers: ['chat'],
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/anthropic/v1/messages' },
      addresses: ['api.xiaomimimo.com'],
    },
  ],
  streamUsage: true,
  thinkingBack: 'text',
  keyPage: 'platform.xiaomimimo.com',
  models: ['mimo-v2.5-pro', 'mimo-v2.5'],
})

const baichuan = channelType({
  id: 20_053,
  name: 'Baichuan',
  chineseName: '百川智能',
  mark: 'baichuan',
  dialect: 'openai',
  baseUrl: 'https://api.baichuan-ai.com',
  offers: ['chat', 'embeddings'],
  keyPage: 'platform.baichuan-ai.com/console/apikey',
  models: ['Baichuan4-Turbo', 'Baichuan4-Air', 'Baichuan4', 'Baichuan-Text-Embedding'],
})

export const CHINESE_MAKERS: readonly ChannelTypeRow[] = [stepFun, xiaomi, baichuan]
