/**
 * TokenHub, in OpenAI's format. A key of three parts is a secret of the cloud account, which signs
 * requests to the API of before.
 */
import { channelType } from './channel-type'

export const tencent = channelType({
  id: 23,
  name: 'Tencent Hunyuan',
  chineseName: '腾讯混元',
  mark: 'hunyuan',
  dialect: 'openai',
  baseUrl: 'https://tokenhub.tencentmaas.com',
  offers: ['chat'],
  apiVariants: [
    {
      dialect: 'hunyuan',
      keyPart: 'secretKey',
      auth: 'vendor',
      baseUrl: 'https://hunyuan.tencentcloudapi.com',
      paths: { chat: '/' },
    },
  ],
  vendor: 'tencent',
  streamUsage: true,
  deadKey: {
    statuses: [401],
    codes: [
      'AuthFailure.SecretIdNotFound',
      'AuthFailure.UnauthorizedOperation',
      'ResourceUnavailable.InArrears',
      'ResourceInsufficient.ChargeResourceExhausted',
    ],
  },
  // A signature that is refused is as often a clock that goes wrong, and the clock is ours.
  codeStatuses: {
    'AuthFailure.SignatureExpire': 403,
    'AuthFailure.SignatureFailure': 403,
    'AuthFailure.SecretIdNotFound': 401,
    'AuthFailure.TokenFailure': 401,
    'AuthFailure.UnauthorizedOperation': 403,
    'FailedOperation.EngineRequestTimeout': 504,
    InvalidParameter: 400,
    InvalidParameterValue: 400,
    'InvalidParameterValue.Model': 404,
    LimitExceeded: 429,
    MissingParameter: 400,
    RequestLimitExceeded: 429,
    'ResourceInsufficient.ChargeResourceExhausted': 402,
    'ResourceUnavailable.InArrears': 402,
    UnknownParameter: 400,
  },
  keyHint: 'AppId|SecretId|SecretKey / sk-…',
  keyShape: {
    kind: 'parts',
    forms: [['apiKey'], ['appId', 'secretId', 'secretKey']],
  },
  keyPage: 'console.cloud.tencent.com/tokenhub',
  models: [
    'hy3-preview',
    'hunyuan-lite',
    'hunyuan-standard',
    'hunyuan-standard-256K',
    'hunyuan-pro',
    'hunyuan-turbos-latest',
    'hunyuan-t1-latest',
  ],
})
