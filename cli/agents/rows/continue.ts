/**
 * Seen with `cn` 1.5.47 of npm; the extensions for VS Code and JetBrains read the same file:
 * https://docs.continue.dev/reference
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../../server/configuration-values'
import { words } from '../../words'
import type { Agent, Place, SettingsFile } from '../agent'
import { inHome } from '../home'

const folder = (env: Environment) => env.CONTINUE_GLOBAL_DIR || inHome(env, '.continue')

const config = ({ url, key, model }: Place, env: Environment): SettingsFile => ({
  path: join(folder(env), 'config.yaml'),
  format: 'yaml',
  settings: [
    { path: ['name'], value: 'gw', ifAbsent: true },
    { path: ['version'], value: '1.0.0', ifAbsent: true },
    { path: ['schema'], value: 'v1', ifAbsent: true },
    {
      path: ['models'],
      itemBy: 'name',
      value: {
        name: 'gw',
        provider: 'openai',
        model,
        apiBase: `${url}/v1`,
        apiKey: key,
        roles: ['chat', 'edit', 'apply'],
      },
    },
  ],
})

export const continueDev: Agent = {
  id: 'continue',
  name: 'Continue',
  binaries: ['cn'],
  folder,
  models: [],
  smallModels: [],
  files: (place, env) => [config(place, env)],
  steps: (_, env) => {
    const [former, present] = ['config.json', 'config.yaml'].map((name) => join(folder(env), name))
    const isHidden = existsSync(former ?? '') && !existsSync(present ?? '')
    const choose = words`choose the model "gw" in Continue`
    return isHidden ? [words`config.yaml takes the place of your config.json`, choose] : [choose]
  },
  launch: (place, env, scratch) => {
    const file = config(place, env)
    // Alone in its list: a session begins with the first model of the file.
    const settings = file.settings.map(({ itemBy, ...setting }) =>
      itemBy === undefined ? setting : { ...setting, value: [setting.value] },
    )
    const text = scratch.merged({ ...file, settings })
    return { env: {}, args: ['--config', scratch.write('config.yaml', text)] }
  },
}
