/** Seen with 1.18.33 of npm; of its files the later names win over the earlier ones. */
import { existsSync } from 'node:fs'
import type { Environment } from '../../../server/configuration-values'
import type { Agent, Json, Place } from '../agent'
import { inConfigHome } from '../home'

const folder = (env: Environment) => inConfigHome(env, 'opencode')

function fileOf(env: Environment): string {
  const paths = ['opencode.jsonc', 'opencode.json'].map((name) => `${folder(env)}/${name}`)
  return paths.find((path) => existsSync(path)) ?? `${folder(env)}/opencode.json`
}

function provider({ url, model, smallModel, models }: Place, apiKey: string) {
  const listed = [...new Set([model, smallModel, ...models])]
  return {
    npm: '@ai-sdk/openai-compatible',
    name: 'gw',
    options: { baseURL: `${url}/v1`, apiKey },
    models: Object.fromEntries(listed.map((name): [string, Json] => [name, {}])),
  }
}

const chosen = ({ model, smallModel }: Place) => ({
  model: `gw/${model}`,
  small_model: `gw/${smallModel}`,
})

export const opencode: Agent = {
  id: 'opencode',
  name: 'opencode',
  binaries: ['opencode'],
  folder,
  models: [],
  smallModels: [],
  files: (place, env) => [
    {
      path: fileOf(env),
      format: 'json',
      settings: [
        { path: ['provider', 'gw'], value: provider(place, place.key) },
        ...Object.entries(chosen(place)).map(([name, value]) => ({ path: [name], value })),
      ],
    },
  ],
  // Read last of all. The key stays out of it, because the agent shows its settings.
  launch: (place) => {
    const settings = { provider: { gw: provider(place, '{env:GW_LAUNCH_KEY}') }, ...chosen(place) }
    return {
      env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(settings), GW_LAUNCH_KEY: place.key },
    }
  },
}
