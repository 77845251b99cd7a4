/**
 * The deployment is the model name without dots, so gpt-3.5-turbo needs one called gpt-35-turbo.
 */
import { channelType } from './channel-type'

export const azure = channelType({
  id: 3,
  name: 'Azure OpenAI',
  dialect: 'openai',
  baseUrl: '',
  addressHint: 'endpoint',
  paths: {
    chat: '/openai/deployments/{deployment}/chat/completions?api-version={other}',
    completions: '/openai/deployments/{deployment}/completions?api-version={other}',
    embeddings: '/openai/deployments/{deployment}/embeddings?api-version={other}',
    moderations: null,
    realtime: '/openai/v1/realtime?model={deployment}',
    speech: '/openai/deployments/{deployment}/audio/speech?api-version={other}',
  },
  // The newer surface has no deployment in its path, and no version.
  faces: [{ dialect: 'responses', paths: { chat: '/openai/v1/responses' }, namesDeployment: true }],
  auth: 'api-key-header',
  traits: { isOpenaiService: true, cloudflareOmits: '/openai/deployments' },
  streamUsage: true,
  otherField: 'api_version',
  defaultOther: '2024-12-01-preview',
})
