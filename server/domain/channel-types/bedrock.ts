/**
 * Every model speaks Converse. New ones are only asked for through profiles of several regions,
 * whose prefixes are those of the maker's and Amazon's tables of November 2026.
 */
import { channelType } from './channel-type'

const SONNET_3 = 'anthropic.claude-3-sonnet-20240229-v1:0'
const OPUS_3 = 'anthropic.claude-3-opus-20240229-v1:0'
const HAIKU_3 = 'anthropic.claude-3-haiku-20240307-v1:0'
const SONNET_3_5 = 'anthropic.claude-3-5-sonnet-20240620-v1:0'
const SONNET_3_5_V2 = 'anthropic.claude-3-5-sonnet-20241022-v2:0'
const HAIKU_3_5 = 'anthropic.claude-3-5-haiku-20241022-v1:0'
const SONNET_3_7 = 'anthropic.claude-3-7-sonnet-20250219-v1:0'
const SONNET_4 = 'anthropic.claude-sonnet-4-20250514-v1:0'
const OPUS_4_1 = 'anthropic.claude-opus-4-1-20250805-v1:0'
const SONNET_4_5 = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
const HAIKU_4_5 = 'anthropic.claude-haiku-4-5-20251001-v1:0'
const OPUS_4_5 = 'anthropic.claude-opus-4-5-20251101-v1:0'
const OPUS_4_6 = 'anthropic.claude-opus-4-6-v1'
const SONNET_4_6 = 'anthropic.claude-sonnet-4-6'

export const bedrock = channelType({
  id: 33,
  name: 'AWS Claude',
  telemetryName: 'aws.bedrock',
  mark: 'bedrock',
  isCommon: true,
  dialect: 'converse',
  baseUrl: 'https://bedrock-runtime.{region}.amazonaws.com',
  place: {
    configuredBy: 'key',
    baseUrls: {
      'cn-north-1': 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
      'cn-northwest-1': 'https://bedrock-runtime.cn-northwest-1.amazonaws.com.cn',
    },
  },
  // Titan, Nova Canvas and Stability's pictures; vectors of Titan and Cohere.
  offers: ['chat', 'embeddings'],
  paths: { images: '/model/{model}/invoke' },
  auth: 'vendor',
  vendor: 'aws',
  streamUsage: true,
  // A signature that is refused is as often a clock that goes wrong, and the clock is ours.
  deadKey: {
    statuses: [401],
    codes: ['UnrecognizedClientException', 'InvalidClientTokenId', 'ExpiredTokenException'],
  },
  codeStatuses: { content_filtered: 400 },
  keyHint: 'AccessKey|SecretKey|Region',
  keyShape: {
    kind: 'parts',
    forms: [
      ['accessKey', 'secretKey', 'region'],
      ['accessKey', 'secretKey', 'region', 'sessionToken'],
      ['apiKey', 'region'],
    ],
  },
  modelNames: {
    ids: {
      'claude-instant-1.2': 'anthropic.claude-instant-v1',
      'claude-2.0': 'anthropic.claude-v2',
      'claude-2.1': 'anthropic.claude-v2:1',
      'claude-3-sonnet-20240229': SONNET_3,
      'claude-3-opus-20240229': OPUS_3,
      'claude-3-haiku-20240307': HAIKU_3,
      'claude-3-5-sonnet-20240620': SONNET_3_5,
      'claude-3-5-sonnet-20241022': SONNET_3_5_V2,
      'claude-3-5-haiku-20241022': HAIKU_3_5,
      'claude-3-7-sonnet-20250219': SONNET_3_7,
      'claude-sonnet-4-20250514': SONNET_4,
      'claude-opus-4-1': OPUS_4_1,
      'claude-opus-4-1-20250805': OPUS_4_1,
      'claude-sonnet-4-5': SONNET_4_5,
      'claude-sonnet-4-5-20250929': SONNET_4_5,
      'claude-haiku-4-5': HAIKU_4_5,
      'claude-haiku-4-5-20251001': HAIKU_4_5,
      'claude-opus-4-5': OPUS_4_5,
      'claude-opus-4-6': OPUS_4_6,
      'claude-sonnet-4-6': SONNET_4_6,
    },
    prefixes: {
      [SONNET_3]: ['us', 'eu', 'apac'],
      [OPUS_3]: ['us'],
      [HAIKU_3]: ['us', 'eu', 'apac'],
      [SONNET_3_5]: ['us', 'eu', 'apac'],
      [SONNET_3_5_V2]: ['us', 'apac'],
      [HAIKU_3_5]: ['us'],
      [SONNET_3_7]: ['us', 'eu', 'apac'],
      [SONNET_4]: ['us', 'eu', 'apac', 'global'],
      [OPUS_4_1]: ['us'],
      [SONNET_4_5]: ['us', 'eu', 'jp', 'global'],
      [HAIKU_4_5]: ['us', 'eu', 'global'],
      [OPUS_4_5]: ['us', 'eu', 'global'],
      [OPUS_4_6]: ['us', 'eu', 'jp', 'apac', 'global'],
      [SONNET_4_6]: ['us', 'eu', 'jp', 'global'],
    },
    byRegion: [
      ['us-gov-', 'us-gov'],
      ['us-', 'us'],
      ['eu-', 'eu'],
      ['ap-northeast-1', 'jp'],
      ['ap-northeast-3', 'jp'],
      ['ap-', 'apac'],
      ['', 'global'],
    ],
  },
  keyPage: 'console.aws.amazon.com/bedrock/home#/api-keys',
  models: [
    'amazon.titan-embed-text-v2:0',
    'amazon.nova-canvas-v1:0',
    'claude-instant-1.2',
    'claude-2.0',
    'claude-2.1',
    'claude-3-sonnet-20240229',
    'claude-3-opus-20240229',
    'claude-3-haiku-20240307',
    'claude-3-5-sonnet-20240620',
    'claude-3-5-sonnet-20241022',
    'claude-3-5-haiku-20241022',
    'claude-3-7-sonnet-20250219',
    'claude-sonnet-4-20250514',
    'claude-opus-4-1',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
    'claude-opus-4-5',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
  ],
})
