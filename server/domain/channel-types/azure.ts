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
    speech: '/openai/deployments/{deployment}/audio/speech?api-version={other}',
  },
  // The newer surface has no deployment in its path, and no version.
  faces: [{ dialect: 'responses', paths: { chat: '/openai/v1/responses' }, namesDeployment: true }],
  auth: 'api-key-header',
  traits: { isOpenaiService: true, cloudflareOmits: '/openai/deployments' },
  streamUsage: true,
  otherField: 'api_version',
  defaultOther: '2024-12-01-preview',
  // On the newer surface alone.
  keeps: {
    responses: '/openai/v1/responses',
    conversations: '/openai/v1/conversations',
    files: '/openai/v1/files',
    uploads: '/openai/v1/uploads',
    batches: '/openai/v1/batches',
    fine_tuning: '/openai/v1/fine_tuning/jobs',
  },
})
