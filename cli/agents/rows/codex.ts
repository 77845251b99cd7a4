/** Seen with 0.169.0 of npm: it speaks Responses alone, and the key may stand in the file. */
import { join } from 'node:path'
import type { Environment } from '../../../server/configuration-values'
import type { Agent } from '../agent'
import { inHome } from '../home'

const folder = (env: Environment) => env.CODEX_HOME || inHome(env, '.codex')

export const codex: Agent = {
  id: 'codex',
  name: 'Codex',
  binaries: ['codex'],
  folder,
  models: [/gpt-.*codex/, /gpt-[5-9]/, /gpt-/],
  smallModels: [],
  files: ({ url, key, model }, env) => [
    {
      path: join(folder(env), 'config.toml'),
      format: 'toml',
      settings: [
        { path: ['model'], value: model },
        { path: ['model_provider'], value: 'gw' },
        { path: ['model_providers', 'gw', 'name'], value: 'gw' },
        { path: ['model_providers', 'gw', 'base_url'], value: `${url}/v1` },
        { path: ['model_providers', 'gw', 'wire_api'], value: 'responses' },
        { path: ['model_providers', 'gw', 'experimental_bearer_token'], value: key },
      ],
    },
  ],
  // Under another name than that of the file, whose fields would be mixed with these.
  launch: ({ url, key, model }) => {
    const provider = `{name="gw",base_url="${url}/v1",wire_api="responses",env_key="GW_LAUNCH_KEY"}`
    const settings = [
      `model=${JSON.stringify(model)}`,
      'model_provider="gw_launch"',
      `model_providers.gw_launch=${provider}`,
    ]
    return {
      env: { GW_LAUNCH_KEY: key },
      args: settings.flatMap((setting) => ['-c', setting]),
    }
  },
}
