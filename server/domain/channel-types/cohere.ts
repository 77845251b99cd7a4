import { channelType } from './channel-type'

export const cohere = channelType({
  id: 34,
  name: 'Cohere',
  mark: 'cohere',
  dialect: 'cohere',
  baseUrl: 'https://api.cohere.com',
  offers: ['chat', 'embeddings'],
  vendor: 'cohere',
  apiVariants: [{ dialect: 'openai', paths: { embed_v2: '/v2/embed', rerank_v2: '/v2/rerank' } }],
  // It says so when what is billed has reached the limit of the account.
  deadKey: { statuses: [401, 402], codes: [] },
  codeStatuses: { TIMEOUT: 504 },
  streamUsage: true,
  keyPage: 'dashboard.cohere.com/api-keys',
  models: [
    'command-a-03-2025',
    'command-a-reasoning-08-2025',
    'command-a-vision-07-2025',
    'command-r7b-12-2024',
    'command-r',
    'command-r-plus',
    'command-r-08-2024',
    'command-r-plus-08-2024',
    'c4ai-aya-expanse-32b',
    'embed-v4.0',
    'rerank-v3.5',
    'rerank-english-v3.0',
    'rerank-multilingual-v3.0',
  ],
})
