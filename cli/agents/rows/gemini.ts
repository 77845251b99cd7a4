/**
 * Seen with 0.61.0 of npm. No variable chooses the way of signing in where there is a base URL;
 * only settings.json does. A session whose user has chosen another way gets a home of its own.
 */
import { join } from 'node:path'
import type { Environment } from '../../../server/configuration-values'
import type { Agent, Place, SettingsFile } from '../agent'
import { inHome } from '../home'

const folder = (env: Environment) =>
  env.GEMINI_CLI_HOME ? join(env.GEMINI_CLI_HOME, '.gemini') : inHome(env, '.gemini')

const variables = ({ url, key }: Place) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url })

const signIn = (env: Environment): SettingsFile => ({
  path: join(folder(env), 'settings.json'),
  format: 'json',
  settings: [{ path: ['security', 'auth', 'selectedType'], value: 'gemini-api-key' }],
})

export const gemini: Agent = {
  id: 'gemini',
  name: 'Gemini CLI',
  binaries: ['gemini'],
  folder,
  models: [/gemini.*pro/, /gemini/],
  smallModels: [/gemini.*flash/],
  files: (place, env) => {
    const chosen = signIn(env)
    const model = { path: ['model', 'name'], value: place.model }
    return [
      { ...chosen, settings: [...chosen.settings, model] },
      {
        path: join(folder(env), '.env'),
        format: 'env',
        settings: Object.entries(variables(place)).map(([name, value]) => ({
          path: [name],
          value,
        })),
      },
    ]
  },
  launch: (place, env, scratch) => {
    const chosen = signIn(env)
    const home = () => {
      scratch.write('.gemini/settings.json', scratch.merged(chosen))
      return { GEMINI_CLI_HOME: scratch.mirror(folder(env), '.gemini') }
    }
    return {
      env: {
        ...variables(place),
        GEMINI_MODEL: place.model,
        ...(scratch.says(chosen) ? {} : home()),
      },
      without: ['GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
    }
  },
}
