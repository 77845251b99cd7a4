/** Apps of one's own: what a model's name says is the app's business, and any name will do. */
import { channelType } from './channel-type'

export const dify = channelType({
  id: 37,
  name: 'Dify',
  mark: 'dify',
  dialect: 'dify',
  baseUrl: 'https://api.dify.ai',
  offers: ['chat'],
  vendor: 'dify',
  keyHint: 'app-…',
  modelsPath: null,
  deadKey: { statuses: [401], codes: ['unauthorized', 'app_unavailable'] },
  codeStatuses: {
    invalid_param: 400,
    provider_quota_exceeded: 429,
    model_currently_not_support: 503,
    completion_request_error: 502,
  },
  otherField: 'app_kind',
  defaultOther: 'chat',
  otherRule: { choices: ['chat', 'agent', 'workflow', 'completion'] },
  keyPage: 'cloud.dify.ai/apps',
  models: ['dify'],
})
