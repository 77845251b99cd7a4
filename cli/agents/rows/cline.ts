/** Seen with 3.0.65 of npm: what `cline auth` writes. */
import { join } from 'node:path'
import type { Environment } from '../../../server/configuration-values'
import { words } from '../../words'
import type { Agent, Place, SettingsFile } from '../agent'
import { inHome } from '../home'

const folder = (env: Environment) => inHome(env, '.cline')

const PROVIDER = 'openai-compatible'

function providers({ url, key, model, now }: Place, env: Environment): SettingsFile {
  const settings = { provider: PROVIDER, apiKey: key, model, baseUrl: `${url}/v1` }
  const about = { updatedAt: now, tokenSource: 'manual' }
  const data = env.CLINE_DATA_DIR || join(folder(env), 'data')
  return {
    path: env.CLINE_PROVIDER_SETTINGS_PATH || join(data, 'settings', 'providers.json'),
    format: 'json',
    settings: [
      { path: ['version'], value: 1, ifAbsent: true },
      { path: ['lastUsedProvider'], value: PROVIDER },
      { path: ['modes'], value: {}, ifAbsent: true },
      ...Object.entries({ settings, ...about }).map(([name, value]) => ({
        path: ['providers', PROVIDER, name],
        value,
      })),
    ],
  }
}

export const cline: Agent = {
  id: 'cline',
  name: 'Cline',
  binaries: ['cline'],
  folder,
  models: [],
  smallModels: [],
  files: (place, env) => [providers(place, env)],
  // docs.cline.bot/provider-config/openai-compatible
  steps: ({ url, model }) => [
    words`in VS Code: Cline, settings, API Provider "OpenAI Compatible"`,
    words`Base URL: ${`${url}/v1`}`,
    words`Model ID: ${model}`,
  ],
  // The program in the background that sessions share would keep the key of this one.
  launch: (place, env, scratch) => ({
    env: {
      CLINE_PROVIDER_SETTINGS_PATH: scratch.write(
        'providers.json',
        scratch.merged(providers(place, env)),
      ),
      CLINE_SESSION_BACKEND_MODE: 'local',
    },
  }),
}
