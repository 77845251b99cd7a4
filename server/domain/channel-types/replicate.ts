/**
 * Models of everybody, each with inputs of its own. A prediction is waited for: what is not done
 * within a minute is cancelled, so that nobody pays for what nobody gets.
 */
import { channelType } from './channel-type'

export const replicate = channelType({
  id: 56,
  name: 'Replicate',
  mark: 'replicate',
  dialect: 'replicate',
  jobs: ['replicate'],
  baseUrl: 'https://api.replicate.com',
  offers: ['chat'],
  paths: { images: '/v1/models/{model}/predictions' },
  headers: { prefer: 'wait=60', 'cancel-after': '60s' },
  modelsPath: null,
  deadKey: { statuses: [401, 402], codes: [] },
  codeStatuses: {
    failed: 500,
    aborted: 504,
    canceled: 504,
    starting: 504,
    processing: 504,
  },
  keyPage: 'replicate.com/account/api-tokens',
  keyStarts: ['r8_'],
  models: [
    'black-forest-labs/flux-schnell',
    'black-forest-labs/flux-dev',
    'black-forest-labs/flux-1.1-pro',
    'google/imagen-4',
    'meta/meta-llama-3-70b-instruct',
    'meta/llama-4-maverick-instruct',
    'deepseek-ai/deepseek-v3.1',
    'anthropic/claude-4-sonnet',
    'openai/gpt-5-mini',
    'wan-video/wan-2.2-t2v-fast',
    'minimax/hailuo-02',
    'bytedance/seedance-1-pro',
  ],
})
