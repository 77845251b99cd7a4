/**
 * Seen with 2.1.330 of npm. `env` of settings.json wins over the variables of the shell, so a
 * session brings a settings file of its own, which wins over both.
 */
import { join } from 'node:path'
import type { Environment } from '../../../server/configuration-values'
import type { Agent, Place } from '../agent'
import { inHome } from '../home'

const folder = (env: Environment) => env.CLAUDE_CONFIG_DIR || inHome(env, '.claude')

/** Its short names of models stand for those of the gateway too: "opus" is none there. */
function variables({ url, key, model, smallModel }: Place): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_DEFAULT_OPUS_MODEL: model,
    ANTHROPIC_DEFAULT_SONNET_MODEL: model,
    ANTHROPIC_DEFAULT_HAIKU_MODEL: smallModel,
  }
}

export const claude: Agent = {
  id: 'claude',
  name: 'Claude Code',
  binaries: ['claude'],
  folder,
  models: [/claude.*sonnet/, /claude.*opus/, /claude/],
  smallModels: [/claude.*haiku/],
  files: (place, env) => [
    {
      path: join(folder(env), 'settings.json'),
      format: 'json',
      settings: Object.entries(variables(place)).map(([name, value]) => ({
        path: ['env', name],
        value,
      })),
    },
  ],
  launch: (place, _, scratch) => {
    const env = variables(place)
    const settings = scratch.write('settings.json', JSON.stringify({ env }))
    return { env, args: ['--settings', settings], without: ['ANTHROPIC_API_KEY'] }
  },
}
