/**
 * Over HTTP, in OpenAI's format. Keys of the days of its sockets have three parts, the last two of
 * which make up the password of today.
 */
import { channelType } from './channel-type'

export const spark = channelType({
  id: 18,
  name: 'iFlytek Spark',
  chineseName: '讯飞星火认知',
  mark: 'iflytekcloud',
  dialect: 'openai',
  baseUrl: 'https://spark-api-open.xf-yun.com',
  offers: ['chat'],
  modelsPath: null,
  apiVariants: [
    { dialect: 'openai', models: ['x1', 'spark-x'], paths: { chat: '/v2/chat/completions' } },
  ],
  auth: 'vendor',
  vendor: 'iflytek',
  traits: { takesTopK: true },
  deadKey: { statuses: [401], codes: ['11200'] },
  codeStatuses: {
    '10013': 400,
    '10014': 400,
    '10019': 400,
    '10110': 503,
    '10163': 400,
    '10907': 400,
    '11200': 401,
    '11201': 429,
    '11202': 429,
    '11203': 429,
  },
  keyHint: 'APPID|APISecret|APIKey / APIPassword',
  keyShape: {
    kind: 'parts',
    forms: [['apiPassword'], ['appId', 'apiSecret', 'apiKey']],
  },
  otherField: 'api_version',
  defaultOther: 'v2.1',
  // Versions of the sockets, and what the same models are called now.
  modelNames: {
    ids: {
      SparkDesk: 'lite',
      'SparkDesk-v1.1': 'lite',
      'SparkDesk-v2.1': 'generalv2',
      'SparkDesk-v3.1': 'generalv3',
      'SparkDesk-v3.5': 'generalv3.5',
      'SparkDesk-v4.0': '4.0Ultra',
    },
    prefixes: {},
    byRegion: [],
  },
  keyPage: 'console.xfyun.cn/services',
  models: [
    'SparkDesk-v1.1',
    'SparkDesk-v3.1',
    'SparkDesk-v3.5',
    'SparkDesk-v4.0',
    'lite',
    'generalv3',
    'pro-128k',
    'generalv3.5',
    'max-32k',
    '4.0Ultra',
    'x1',
  ],
})
