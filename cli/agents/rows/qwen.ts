/** Seen with 0.24.4 of npm, and the pages on providers and settings that are in it. */
import { join } from 'node:path'
import type { Environment } from '../../../server/configuration-values'
import type { Agent } from '../agent'
import { inHome } from '../home'

const folder = (env: Environment) => env.QWEN_HOME || inHome(env, '.qwen')

export const qwen: Agent = {
  id: 'qwen',
  name: 'Qwen Code',
  binaries: ['qwen'],
  folder,
  models: [/qwen.*coder/, /qwen.*(?:max|plus)/, /qwen/],
  smallModels: [],
  files: ({ url, key, model }, env) => [
    {
      path: join(folder(env), 'settings.json'),
      format: 'json',
      settings: [
        {
          path: ['modelProviders', 'openai'],
          itemBy: 'name',
          value: { id: model, name: 'gw', baseUrl: `${url}/v1`, envKey: 'GW_API_KEY' },
        },
        { path: ['env', 'GW_API_KEY'], value: key },
        { path: ['security', 'auth', 'selectedType'], value: 'openai' },
        { path: ['model', 'name'], value: model },
      ],
    },
  ],
  launch: ({ url, key, model }) => ({
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model },
    args: ['--auth-type', 'openai'],
    // Otherwise it would request the model of its settings at the address of its settings.
    modelArgs: ['--model', model],
  }),
}
