import { lines, quoted, type Snippet, word } from './snippet'

/** Set in a shell, and run in it. */
function started(variables: Readonly<Record<string, string>>, command: string): string {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${word(value)}`)
  return lines(...exports, command)
}

export const AGENT_SNIPPETS: readonly Snippet[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    kind: 'agent',
    language: 'sh',
    prefers: ['claude-sonnet', 'claude-'],
    text: (address, key, model) =>
      started(
        { ANTHROPIC_BASE_URL: address, ANTHROPIC_AUTH_TOKEN: key },
        `claude --model ${word(model)}`,
      ),
  },
  {
    id: 'codex',
    name: 'Codex',
    kind: 'agent',
    language: 'toml',
    place: '~/.codex/config.toml',
    prefers: ['gpt-5', 'gpt-'],
    text: (address, key, model) =>
      lines(
        `# export GW_API_KEY=${word(key)}`,
        `model = ${quoted(model)}`,
        'model_provider = "gw"',
        '',
        '[model_providers.gw]',
        'name = "gw"',
        `base_url = ${quoted(`${address}/v1`)}`,
        'env_key = "GW_API_KEY"',
        'wire_api = "responses"',
      ),
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    kind: 'agent',
    language: 'sh',
    prefers: ['gemini-2.5-pro', 'gemini-'],
    text: (address, key, model) =>
      started({ GOOGLE_GEMINI_BASE_URL: address, GEMINI_API_KEY: key }, `gemini -m ${word(model)}`),
  },
  {
    id: 'opencode',
    name: 'opencode',
    kind: 'agent',
    language: 'json',
    place: '~/.config/opencode/opencode.json',
    prefers: ['gpt-5', 'claude-sonnet'],
    text(address, key, model) {
      const options = { baseURL: `${address}/v1`, apiKey: key }
      const provider = { npm: '@ai-sdk/openai-compatible', name: 'gw', options }
      const config = {
        $schema: 'https://opencode.ai/config.json',
        model: `gw/${model}`,
        provider: { gw: { ...provider, models: { [model]: {} } } },
      }
      return JSON.stringify(config, undefined, 2)
    },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    kind: 'agent',
    language: 'text',
    place: 'Cursor Settings › Models › API Keys',
    prefers: ['gpt-5', 'gpt-'],
    text: (address, key, model) =>
      lines(
        `OpenAI API Key            ${key}`,
        `Override OpenAI Base URL  ${address}/v1`,
        `Add Custom Model          ${model}`,
      ),
  },
]
