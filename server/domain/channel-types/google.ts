import { channelType } from './channel-type'

export const gemini = channelType({
  id: 24,
  name: 'Google Gemini',
  dialect: 'gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  auth: 'x-goog-api-key',
  paths: {
    images: '/{version}/models/{model}:{method}',
    // Sockets are shown the key where Google's own clients have it; it goes nowhere else.
    realtime:
      '/ws/google.ai.generativelanguage.{version}.GenerativeService.BidiGenerateContent?key={key}',
  },
  modelsPath: '/v1beta/openai/models',
  // Its 403 stands for a key or a place that is not let in; others mean one model or request.
  deadKey: { statuses: [401, 403], codes: ['API_KEY_INVALID'] },
  streamUsage: true,
  keyPage: 'aistudio.google.com/apikey',
  models: [
    'gemini-1.5-pro',
    'gemini-1.5-flash',
    'gemini-1.5-flash-8b',
    'gemini-2.0-flash',
    'gemini-1.5-pro-latest',
    'gemini-1.5-flash-latest',
    'gemini-2.0-flash-lite-preview',
    'gemini-exp-1206',
    'gemini-2.0-flash-exp',
    'gemini-2.0-pro-exp',
    'gemini-2.0-flash-thinking-exp',
    'gemini-2.5-pro-exp-03-25',
    'gemini-2.5-pro-preview-03-25',
    'imagen-3.0-generate-002',
    'gemini-embedding-exp-03-07',
    'text-embedding-004',
    'embedding-001',
    'gemini-2.0-flash-lite',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-2.5-pro',
    'gemini-3-flash-preview',
    'gemini-3-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.6-flash',
    'gemini-3.7-flash',
    'gemini-3.8-flash',
    'gemini-embedding-001',
  ],
})

export const palm = channelType({
  id: 11,
  name: 'Google PaLM2',
  dialect: 'retired',
  successor: gemini.id,
  baseUrl: '',
  auth: 'x-goog-api-key',
  models: ['PaLM-2'],
  selectable: false,
})
