/**
 * The deployment is the model name without dots, so gpt-3.5-turbo needs one called gpt-35-turbo.
 * There are two generations: dated versions with the deployment in the path, and "v1", which has
 * no date and names the deployment in the body; "preview" adds what v1 has not settled yet.
 */
import { OPENAI_CALL_IDS } from '../vendor-limits/names'
import { channelType } from './channel-type'

const V1_PATHS = {
  chat: '/openai/v1/chat/completions',
  completions: '/openai/v1/completions',
  embeddings: '/openai/v1/embeddings',
  speech: '/openai/v1/audio/speech',
  realtime: '/openai/v1/realtime?model={deployment}',
}
const PREVIEW = '?api-version=preview'
const PREVIEW_PATHS = {
  chat: V1_PATHS.chat + PREVIEW,
  completions: V1_PATHS.completions + PREVIEW,
  embeddings: V1_PATHS.embeddings + PREVIEW,
  speech: V1_PATHS.speech + PREVIEW,
  realtime: V1_PATHS.realtime,
}
const RESPONSES_PATHS = {
  chat: '/openai/v1/responses',
  compact: '/openai/v1/responses/compact',
}

/** Dated versions refuse fields that came after them. */
const NEWER = { namesDeployment: true, traits: { takesCacheKey: true } } as const

export const azure = channelType({
  id: 3,
  name: 'Azure OpenAI',
  telemetryName: 'azure.ai.openai',
  mark: 'azureai',
  isCommon: true,
  dialect: 'openai',
  baseUrl: '',
  addressHint: 'endpoint',
  paths: {
    chat: '/openai/deployments/{deployment}/chat/completions?api-version={other}',
    completions: '/openai/deployments/{deployment}/completions?api-version={other}',
    embeddings: '/openai/deployments/{deployment}/embeddings?api-version={other}',
    // What speaks the newer events has no date, whatever the channel's version is.
    realtime: V1_PATHS.realtime,
    speech: '/openai/deployments/{deployment}/audio/speech?api-version={other}',
    transcription: '/openai/deployments/{deployment}/audio/transcriptions?api-version={other}',
    translation: '/openai/deployments/{deployment}/audio/translations?api-version={other}',
    images: '/openai/deployments/{deployment}/images/generations?api-version={other}',
    image_edits: '/openai/deployments/{deployment}/images/edits?api-version={other}',
  },
  olderRealtime: '/openai/realtime?api-version={other}&deployment={deployment}',
  apiVariants: [
    {
      // Of a Foundry resource, whatever the version.
      dialect: 'anthropic',
      models: ['claude'],
      paths: { chat: '/anthropic/v1/messages' },
      auth: 'x-api-key',
      namesDeployment: true,
    },
    { dialect: 'responses', paths: RESPONSES_PATHS, ...NEWER },
    { dialect: 'openai', others: ['v1'], paths: V1_PATHS, ...NEWER },
    { dialect: 'responses', others: ['v1'], paths: RESPONSES_PATHS, ...NEWER },
    { dialect: 'openai', others: ['preview'], paths: PREVIEW_PATHS, ...NEWER },
    {
      dialect: 'responses',
      others: ['preview'],
      paths: {
        chat: RESPONSES_PATHS.chat + PREVIEW,
        compact: RESPONSES_PATHS.compact + PREVIEW,
      },
      ...NEWER,
    },
  ],
  // Deployments are listed by this old version alone, and without a cloud account's other keys.
  modelsPath: '/openai/deployments?api-version=2022-12-01',
  auth: 'api-key-header',
  traits: {
    isOpenaiService: true,
    callIds: { openai: OPENAI_CALL_IDS },
    cloudflareOmits: '/openai/deployments',
  },
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
  keyPage: 'portal.azure.com',
})
