/** The settings of somebody who has used every agent before: with comments and other vendors. */
import { parse as parseToml } from '@decimalturn/toml-patch'
import { type ParseError, parse as parseJsonc } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'

export interface Home {
  /** Below the home folder. */
  readonly file: string
  readonly before: string
  /** What stays, to the letter. */
  readonly stays: readonly string[]
  /** What the file says afterwards, of a gateway at `<url>` with the key `<key>`. */
  readonly says: object
  readonly parse: (text: string) => unknown
}

/** As its readers do: a comma too many is fine in Zed, but not two. */
function jsonc(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  if (errors.length > 0) throw new Error(`no JSON: ${text}`)
  return value
}

const MODEL = 'gpt-4o'

export const HOMES: Readonly<Record<string, Home>> = {
  claude: {
    file: '.claude/settings.json',
    before: '{\n\t"permissions": {"allow": ["Bash(ls)"]},\n\t"env": {"EDITOR": "vi"}\n}',
    stays: ['"allow": ["Bash(ls)"]', '"EDITOR": "vi"'],
    says: { env: { EDITOR: 'vi', ANTHROPIC_BASE_URL: '<url>', ANTHROPIC_AUTH_TOKEN: '<key>' } },
    parse: JSON.parse,
  },
  codex: {
    file: '.codex/config.toml',
    before:
      '# mine\nmodel = "o3" # best\nmodel_provider = "other"\n\n[model_providers.other]\n' +
      'name = "other" # keep\nbase_url = "http://127.0.0.1:9/v1"\n\n[tui]\ntheme = "dark"\n',
    stays: ['# mine\n', '# best', 'name = "other" # keep', '[tui]\ntheme = "dark"\n'],
    says: {
      model: MODEL,
      model_provider: 'gw',
      model_providers: {
        other: { base_url: 'http://127.0.0.1:9/v1' },
        gw: { base_url: '<url>/v1', wire_api: 'responses', experimental_bearer_token: '<key>' },
      },
    },
    parse: parseToml,
  },
  gemini: {
    file: '.gemini/settings.json',
    before: '{ // mine\n  "security": {"auth": {"selectedType": "oauth-personal"}}\n}\n',
    stays: ['// mine'],
    says: { security: { auth: { selectedType: 'gemini-api-key' } }, model: { name: MODEL } },
    parse: jsonc,
  },
  opencode: {
    file: '.config/opencode/opencode.jsonc',
    before:
      '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "theme": "system",\n  "provider": {"other": {"name": "o"}},\n}\n',
    stays: ['// mine', '"theme": "system"'],
    says: {
      model: `gw/${MODEL}`,
      provider: {
        other: { name: 'o' },
        gw: { options: { baseURL: '<url>/v1', apiKey: '<key>' }, models: { [MODEL]: {} } },
      },
    },
    parse: jsonc,
  },
  qwen: {
    file: '.qwen/settings.json',
    before:
      '{"modelProviders": {"openai": [{"id": "other", "name": "o", ' +
      '"baseUrl": "http://127.0.0.1:9/v1", "envKey": "O_KEY"}]}, "model": {"name": "other"}, "$version": 4}',
    stays: ['"baseUrl": "http://127.0.0.1:9/v1"', '"envKey": "O_KEY"'],
    says: {
      modelProviders: { openai: [{ id: MODEL, baseUrl: '<url>/v1' }, { id: 'other' }] },
      env: { GW_API_KEY: '<key>' },
      security: { auth: { selectedType: 'openai' } },
      model: { name: MODEL },
    },
    parse: JSON.parse,
  },
  aider: {
    file: '.aider.conf.yml',
    before: '# mine\nmodel: other\ndark-mode: true # keep\n',
    stays: ['# mine\n', 'dark-mode: true # keep\n'],
    says: {
      model: `openai/${MODEL}`,
      'openai-api-base': '<url>/v1',
      'openai-api-key': '<key>',
      'dark-mode': true,
    },
    parse: parseYaml,
  },
  continue: {
    file: '.continue/config.yaml',
    before:
      'name: mine # mine\nversion: 2.0.0\nschema: v1\nmodels:\n  - name: other\n' +
      '    provider: ollama\n    model: llama # keep\n',
    stays: ['name: mine # mine\n', 'model: llama # keep\n'],
    says: {
      name: 'mine',
      version: '2.0.0',
      models: [
        { name: 'gw', model: MODEL, apiBase: '<url>/v1', apiKey: '<key>' },
        { name: 'other' },
      ],
    },
    parse: parseYaml,
  },
  cline: {
    file: '.cline/data/settings/providers.json',
    before:
      '{"version": 1, "lastUsedProvider": "cline", "modes": {}, "providers": {"cline": ' +
      '{"settings": {"provider": "cline"}, "updatedAt": "2026-01-01T00:00:00.000Z", ' +
      '"tokenSource": "manual"}}}',
    stays: [],
    says: {
      lastUsedProvider: 'openai-compatible',
      providers: {
        cline: { settings: { provider: 'cline' } },
        'openai-compatible': { settings: { apiKey: '<key>', model: MODEL, baseUrl: '<url>/v1' } },
      },
    },
    parse: JSON.parse,
  },
  zed: {
    file: '.config/zed/settings.json',
    before:
      '// mine\r\n{\r\n  "vim_mode": true, // keep\r\n' +
      '  "agent": {"default_model": {"provider": "zed.dev", "model": "claude"}},\r\n}\r\n',
    stays: ['// mine\r\n', '"vim_mode": true, // keep\r\n'],
    says: {
      vim_mode: true,
      agent: { default_model: { provider: 'gw', model: MODEL } },
      language_models: {
        openai_compatible: { gw: { api_url: '<url>/v1', available_models: [{ name: MODEL }] } },
      },
    },
    parse: jsonc,
  },
}
