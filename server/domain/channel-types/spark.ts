import { channelType } from './channel-type'

export const spark = channelType({
  id: 18,
  name: 'iFlytek Spark',
  chineseName: '讯飞星火认知',
  dialect: 'not-yet',
  baseUrl: '',
  keyHint: 'APPID|APISecret|APIKey',
  otherField: 'api_version',
  defaultOther: 'v2.1',
  models: [
    'SparkDesk',
    'SparkDesk-v1.1',
    'SparkDesk-v2.1',
    'SparkDesk-v3.1',
    'SparkDesk-v3.5',
    'SparkDesk-v4.0',
  ],
})
