import { channelType } from './channel-type'

export const tencent = channelType({
  id: 23,
  name: 'Tencent Hunyuan',
  chineseName: '腾讯混元',
  dialect: 'not-yet',
  baseUrl: 'https://hunyuan.tencentcloudapi.com',
  keyHint: 'AppId|SecretId|SecretKey',
  models: ['hunyuan-lite', 'hunyuan-standard', 'hunyuan-standard-256K', 'hunyuan-pro'],
})
