/**
 * Routes of the vendors' APIs that are not offered, and are refused by name rather than as
 * unknown. What an account keeps in one place alone (voices, stores, agents) cannot be shared out
 * by model, and a call whose cost the gateway cannot count is not given away.
 */

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface RefusedRoute {
  readonly method: Method
  /** `*` stands for everything below. */
  readonly path: string
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'DELETE']

/** Each noun with everything below it. */
const NOUNS = [
  // OpenAI.
  '/v1/assistants',
  '/v1/audio/voice_consents',
  '/v1/audio/voices',
  '/v1/chatkit',
  '/v1/containers',
  '/v1/content_provenance_checks',
  '/v1/decisions',
  '/v1/evals',
  '/v1/fine-tunes',
  '/v1/fine_tuning/alpha',
  '/v1/fine_tuning/checkpoints',
  '/v1/live',
  '/v1/organization',
  '/v1/realtime/calls',
  '/v1/realtime/sessions',
  '/v1/realtime/transcription_sessions',
  '/v1/realtime/translations',
  '/v1/threads',
  '/v1/vector_stores',
  // Anthropic.
  '/v1/agents',
  '/v1/deployments',
  '/v1/dreams',
  '/v1/environments',
  '/v1/memory_stores',
  '/v1/organizations',
  '/v1/sessions',
  '/v1/skills',
  '/v1/vaults',
  // Google; of /v1 only the nouns that no other vendor's routes have there.
  '/upload/v1/fileSearchStores',
  '/upload/v1alpha/fileSearchStores',
  '/upload/v1beta/fileSearchStores',
  '/v1/auth_tokens',
  '/v1/fileSearchStores',
  '/v1/generatedFiles',
  '/v1/operations',
  '/v1/webhooks',
  '/v1alpha/agents',
  '/v1alpha/auth_tokens',
  '/v1alpha/fileSearchStores',
  '/v1alpha/generatedFiles',
  '/v1alpha/operations',
  '/v1alpha/webhooks',
  '/v1beta/agents',
  '/v1beta/auth_tokens',
  '/v1beta/fileSearchStores',
  '/v1beta/generatedFiles',
  '/v1beta/operations',
  '/v1beta/webhooks',
  // Gateways of this family.
  '/jimeng',
  '/kling',
  '/suno',
  '/mj',
  '/:mode/mj',
] as const

function everythingBelow(noun: string): readonly RefusedRoute[] {
  return METHODS.flatMap((method) => [
    { method, path: noun },
    { method, path: `${noun}/*` },
  ])
}

const GOOGLE_VERSIONS = ['v1', 'v1alpha', 'v1beta'] as const

export const REFUSED_ROUTES: readonly RefusedRoute[] = [
  ...NOUNS.flatMap(everythingBelow),
  { method: 'DELETE', path: '/v1/models/:model' },
  // Chats that their vendor keeps: who wants that has Responses.
  { method: 'GET', path: '/v1/chat/completions' },
  ...METHODS.map((method): RefusedRoute => ({ method, path: '/v1/chat/completions/*' })),
  { method: 'GET', path: '/v1/engines' },
  { method: 'GET', path: '/v1/engines/*' },
  { method: 'POST', path: '/v1/engines/:model/completions' },
  // Jobs make films; what their vendor does with a film that is there already is not asked for.
  { method: 'POST', path: '/v1/videos/characters' },
  ...METHODS.map((method): RefusedRoute => ({ method, path: '/v1/videos/characters/*' })),
  { method: 'POST', path: '/v1/videos/edits' },
  { method: 'POST', path: '/v1/videos/extensions' },
  // Calls of tuned models go below these; the models themselves are not managed.
  ...GOOGLE_VERSIONS.flatMap((version): RefusedRoute[] => [
    { method: 'GET', path: `/${version}/tunedModels` },
    { method: 'POST', path: `/${version}/tunedModels` },
    { method: 'GET', path: `/${version}/tunedModels/*` },
    { method: 'PATCH', path: `/${version}/tunedModels/*` },
    { method: 'DELETE', path: `/${version}/tunedModels/*` },
    // The router takes any verb here.
    { method: 'POST', path: `/${version}/files:register` },
    // Of films and batches, which are not begun in these words.
    { method: 'GET', path: `/${version}/models/:model/operations/*` },
    { method: 'POST', path: `/${version}/models/:model/operations/*` },
    { method: 'POST', path: `/${version}/tunedModels/:model/operations/*` },
  ]),
  // What Google's batches were begun with, and are billed by.
  ...GOOGLE_VERSIONS.map(
    (version): RefusedRoute => ({ method: 'PATCH', path: `/${version}/batches/:id` }),
  ),
  // The same conversation as Google's cloud addresses it.
  ...['v1', 'v1beta1'].map((version): RefusedRoute => {
    const service = `google.cloud.aiplatform.${version}.LlmBidiService`
    return { method: 'GET', path: `/ws/${service}/BidiGenerateContent` }
  }),
  // The keys that Google's own clients would open it with are not made here.
  ...['v1beta', 'v1alpha'].map((version): RefusedRoute => {
    const service = `google.ai.generativelanguage.${version}.GenerativeService`
    return { method: 'GET', path: `/ws/${service}.BidiGenerateContentConstrained` }
  }),
]
