/** The agents: how each is pointed at the gateway, asked, and kept from calling anybody else. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientId } from '../../../server/domain/calls/clients'
import type { Package } from './packages'
import type { VendorName, Writing } from './vendors'

export const TASK = 'Put "new" into note.txt'

export interface Place {
  /** The folder that it works in, which is its home too. */
  readonly home: string
  readonly file: string
  readonly url: string
  readonly key: string
  readonly model: string
}

export interface Agent {
  readonly package: Package
  /** What it speaks is spoken by the first; for the others it is translated. */
  readonly vendors: readonly VendorName[]
  readonly prepare: (place: Place) => void
  readonly asks: (place: Place) => readonly string[]
  readonly env: (place: Place) => Readonly<Record<string, string>>
  /** What the gateway calls it. */
  readonly client: ClientId
  /** Whether its requests say which conversation they belong to. */
  readonly namesSession: boolean
  /** The tools that it may have for the work. */
  readonly tools: (place: Pick<Place, 'file'>) => Writing
}

const SHELL = "printf 'new\\n' > note.txt"

function codex(vendors: readonly VendorName[], ...more: readonly string[]): Agent {
  return {
    package: {
      name: '@openai/codex',
      version: '0.169.0',
      programs: ['@openai/codex/bin/codex.js'],
    },
    client: 'codex',
    namesSession: true,
    vendors,
    prepare({ home, url }) {
      mkdirSync(join(home, '.codex'))
      const config = [
        'model_provider = "gw"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[features]',
        'apps = false',
        'plugins = false',
        '[model_providers.gw]',
        'name = "gw"',
        `base_url = "${url}/v1"`,
        'env_key = "GW_KEY"',
        'wire_api = "responses"',
        ...more,
      ]
      writeFileSync(join(home, '.codex/config.toml'), config.join('\n'))
    },
    asks: ({ model }) => [
      ...['exec', '--skip-git-repo-check', '-m', model],
      ...['--dangerously-bypass-approvals-and-sandbox', TASK],
    ],
    env: ({ key }) => ({ GW_KEY: key }),
    tools: () => [
      { name: 'exec_command', input: { cmd: SHELL } },
      { name: 'shell_command', input: { command: SHELL } },
      { name: 'shell', input: { command: ['bash', '-lc', SHELL] } },
    ],
  }
}

export const AGENTS: Readonly<Record<string, Agent>> = {
  'Gemini CLI': {
    package: {
      name: '@google/gemini-cli',
      version: '0.61.0',
      programs: ['@google/gemini-cli/bundle/gemini.js'],
    },
    client: 'gemini-cli',
    namesSession: false,
    vendors: ['gemini', 'anthropic'],
    prepare({ home }) {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }
      mkdirSync(join(home, '.gemini'))
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
    },
    asks: ({ model }) => ['-m', model, '--yolo', '--skip-trust', '-p', TASK],
    env: ({ url, key }) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
    tools: ({ file }) => [{ name: 'write_file', input: { file_path: file, content: 'new\n' } }],
  },
  'Claude Code': {
    package: {
      name: '@anthropic-ai/claude-code',
      version: '2.1.330',
      programs: ['@anthropic-ai/claude-code-*/claude'],
    },
    client: 'claude-code',
    namesSession: true,
    vendors: ['anthropic', 'openai'],
    prepare: () => {},
    asks: ({ model }) => ['-p', TASK, '--model', model, '--permission-mode', 'acceptEdits'],
    env: ({ url, key, model }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    tools: ({ file }) => [{ name: 'Bash', input: { command: `printf 'new\\n' > ${file}` } }],
  },
  Codex: codex(['responses', 'anthropic']),
  'Codex on a socket': codex(['responses', 'gemini'], 'supports_websockets = true'),
  opencode: {
    package: {
      name: 'opencode-ai',
      version: '1.18.33',
      // The plain build needs a newer processor; the other runs on any.
      programs: ['opencode-*-baseline/bin/opencode', 'opencode-*/bin/opencode'],
    },
    client: 'opencode',
    namesSession: true,
    vendors: ['openai', 'gemini'],
    prepare({ home, url, key, model }) {
      // It would install a library for plugins, were it not there.
      const known = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }
      const settled = join(home, '.config/opencode')
      mkdirSync(join(settled, 'node_modules'), { recursive: true })
      writeFileSync(join(settled, 'package-lock.json'), JSON.stringify(known))
      const options = { baseURL: `${url}/v1`, apiKey: key }
      const provider = {
        gw: { npm: '@ai-sdk/openai-compatible', name: 'gw', options, models: { [model]: {} } },
      }
      const chosen = { model: `gw/${model}`, small_model: `gw/${model}` }
      const settings = { provider, ...chosen, autoupdate: false, snapshot: false }
      writeFileSync(join(home, 'opencode.json'), JSON.stringify(settings))
    },
    asks: ({ model }) => ['run', '-m', `gw/${model}`, TASK],
    env: () => ({
      OPENCODE_DB: ':memory:',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    }),
    tools: ({ file }) => [{ name: 'write', input: { filePath: file, content: 'new\n' } }],
  },
}
