/** Vendors of videos alone: work is submitted and fetched later, nothing is answered at once. */
import { channelType } from './channel-type'

const KEY_PAIR = [['accessKey', 'secretKey'], ['apiKey']] as const

const kling = channelType({
  id: 50,
  name: 'Kling',
  chineseName: '可灵',
  mark: 'kling',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['kling'],
  baseUrl: 'https://api.klingai.com',
  presets: [
    { place: 'world', baseUrl: 'https://api.klingai.com' },
    { place: 'beijing', baseUrl: 'https://api-beijing.klingai.com' },
    { place: 'singapore', baseUrl: 'https://api-singapore.klingai.com' },
  ],
  keyHint: 'AccessKey|SecretKey',
  keyShape: { kind: 'parts', forms: KEY_PAIR },
  keyPage: 'app.klingai.com/global/dev/api-key',
  models: ['kling-v1-6', 'kling-v2-master', 'kling-v2-1-master', 'kling-v2-5-turbo'],
})

const jimeng = channelType({
  id: 51,
  name: 'Jimeng',
  chineseName: '即梦',
  mark: 'jimeng',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['jimeng'],
  baseUrl: 'https://visual.volcengineapi.com',
  keyHint: 'AccessKey|SecretKey',
  keyShape: { kind: 'parts', forms: [['accessKey', 'secretKey']] },
  keyPage: 'console.volcengine.com/iam/keymanage',
  models: ['jimeng_v30', 'jimeng_v30_1080p', 'jimeng_v30_pro'],
})

const vidu = channelType({
  id: 52,
  name: 'Vidu',
  mark: 'vidu',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['vidu'],
  baseUrl: 'https://api.vidu.cn',
  presets: [
    { place: 'china', baseUrl: 'https://api.vidu.cn' },
    { place: 'world', baseUrl: 'https://api.vidu.com' },
  ],
  keyPage: 'platform.vidu.cn',
  keyStarts: ['vda_'],
  models: ['viduq1', 'viduq2', 'viduq2-turbo', 'viduq2-pro', 'vidu2.0'],
})

const doubaoVideo = channelType({
  id: 54,
  name: 'Doubao Video (Seedance)',
  chineseName: '豆包视频',
  mark: 'doubao',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['ark'],
  baseUrl: 'https://ark.cn-beijing.volces.com',
  presets: [
    { place: 'china', alias: 'Doubao', baseUrl: 'https://ark.cn-beijing.volces.com' },
    { place: 'world', alias: 'BytePlus', baseUrl: 'https://ark.ap-southeast.bytepluses.com' },
  ],
  keyPage: 'console.volcengine.com/ark/apiKey',
  models: ['doubao-seedance-1-0-lite-t2v-250428', 'doubao-seedance-1-0-pro-250528'],
})

/** OpenAI has ended it; others answer in its shape. */
const sora = channelType({
  id: 55,
  name: 'Sora',
  mark: 'sora',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['sora'],
  baseUrl: '',
  addressHint: 'own',
  examples: { address: 'https://videos.example.com' },
  models: ['sora-2', 'sora-2-pro'],
})

const runway = channelType({
  id: 20_061,
  name: 'Runway',
  mark: 'runway',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['runway'],
  baseUrl: 'https://api.dev.runwayml.com',
  headers: { 'X-Runway-Version': '2024-11-06' },
  keyPage: 'dev.runwayml.com',
  keyStarts: ['key_'],
  models: ['gen4_turbo', 'gen3a_turbo', 'veo3', 'veo3.1'],
})

const luma = channelType({
  id: 20_062,
  name: 'Luma Dream Machine',
  mark: 'luma',
  dialect: 'jobs',
  modelsPath: null,
  jobs: ['luma'],
  baseUrl: 'https://api.lumalabs.ai',
  keyPage: 'lumalabs.ai/dream-machine/api/keys',
  keyStarts: ['luma-'],
  models: ['ray-2', 'ray-flash-2'],
})

export const VIDEO_MAKERS = [kling, jimeng, vidu, doubaoVideo, sora, runway, luma]
