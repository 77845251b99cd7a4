/** https://zed.dev/docs/ai/use-api-access, read in November 2026. No file may hold its keys. */
import type { Environment } from '../../../server/configuration-values'
import { words } from '../../words'
import type { Agent } from '../agent'
import { inConfigHome } from '../home'

const folder = (env: Environment) => inConfigHome(env, 'zed')

/** Context window of a model, which no model list states: all of today's have as much. */
const WINDOW_TOKENS = 128_000

export const zed: Agent = {
  id: 'zed',
  name: 'Zed',
  binaries: ['zed', 'zeditor'],
  folder,
  models: [],
  smallModels: [],
  files: ({ url, model, models }, env) => [
    {
      path: `${folder(env)}/settings.json`,
      format: 'json',
      settings: [
        { path: ['language_models', 'openai_compatible', 'gw', 'api_url'], value: `${url}/v1` },
        {
          path: ['language_models', 'openai_compatible', 'gw', 'available_models'],
          value: [...new Set([model, ...models])].map((name) => ({
            name,
            display_name: name,
            max_tokens: WINDOW_TOKENS,
          })),
        },
        { path: ['agent', 'default_model', 'provider'], value: 'gw' },
        { path: ['agent', 'default_model', 'model'], value: model },
      ],
    },
  ],
  steps: ({ key }) => [
    words`Zed keeps keys in the keychain: agent settings, LLM Providers, gw, and paste ${key}`,
    words`or start it with GW_API_KEY=${key}`,
  ],
}
