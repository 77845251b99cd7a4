/**
 * Seen with 0.86.2 of PyPI. A `.env` of a project wins over variables of the shell, but has no
 * reason to name those that begin with AIDER_.
 */
import type { Agent, Place } from '../agent'
import { inHome } from '../home'

/** A model of any vendor, in the format of OpenAI. */
const named = (model: string) => `openai/${model}`

const settings = ({ url, key, model, smallModel }: Place) => ({
  model: named(model),
  'weak-model': named(smallModel),
  'openai-api-base': `${url}/v1`,
  'openai-api-key': key,
})

export const aider: Agent = {
  id: 'aider',
  name: 'aider',
  binaries: ['aider'],
  folder: (env) => inHome(env, '.aider'),
  models: [],
  smallModels: [],
  files: (place, env) => [
    {
      path: inHome(env, '.aider.conf.yml'),
      format: 'yaml',
      settings: Object.entries(settings(place)).map(([name, value]) => ({ path: [name], value })),
    },
  ],
  launch: (place) => {
    const named = Object.entries(settings(place)).map(([name, value]) => [
      `AIDER_${name.replaceAll('-', '_').toUpperCase()}`,
      value,
    ])
    return { env: Object.fromEntries(named) }
  },
}
