/**
 * Which program sends a request, by its User-Agent and the headers that agents add. The list is
 * short and closed, so that the client can be a column, a filter and a group: what nobody here
 * knows is "other", and what says nothing of itself is "".
 */

interface ClientRow {
  readonly label: string
  /** How words of a User-Agent begin, in lower case; one of them is enough. */
  readonly agents: readonly string[]
  /** A header that names it, and how the value begins. */
  readonly header?: readonly [name: string, start: string]
}

/** Checked in this order: an agent comes before the SDK that it is made with. */
const ROWS = {
  'claude-code': { label: 'Claude Code', agents: ['claude-cli/', 'claude-code/'] },
  codex: {
    label: 'Codex',
    agents: ['codex_cli_rs/', 'codex_exec/', 'codex_vscode/', 'codex-tui/', 'codex/'],
    header: ['originator', 'codex'],
  },
  'gemini-cli': { label: 'Gemini CLI', agents: ['geminicli/', 'geminicli-', 'gemini-cli/'] },
  'qwen-code': { label: 'Qwen Code', agents: ['qwencode/', 'qwencode-', 'qwen-code/'] },
  opencode: { label: 'opencode', agents: ['opencode/'] },
  cline: { label: 'Cline', agents: ['cline/'], header: ['x-title', 'Cline'] },
  'roo-code': {
    label: 'Roo Code',
    agents: ['roocode/', 'roo-code/'],
    header: ['x-title', 'Roo Code'],
  },
  'kilo-code': {
    label: 'Kilo Code',
    agents: ['kilo-code/', 'kilocode/'],
    header: ['x-title', 'Kilo Code'],
  },
  cursor: { label: 'Cursor', agents: ['cursor/'] },
  copilot: { label: 'GitHub Copilot', agents: ['githubcopilotchat/', 'copilot-cli/'] },
  zed: { label: 'Zed', agents: ['zed/'] },
  goose: { label: 'Goose', agents: ['goose/'], header: ['x-title', 'goose'] },
  crush: { label: 'Crush', agents: ['charm crush/', 'charm-crush/', 'crush/'] },
  aider: { label: 'Aider', agents: ['aider/'], header: ['x-title', 'Aider'] },
  continue: { label: 'Continue', agents: ['continue/'], header: ['x-title', 'Continue'] },
  openclaw: { label: 'OpenClaw', agents: ['openclaw/'], header: ['x-title', 'OpenClaw'] },
  'cherry-studio': {
    label: 'Cherry Studio',
    agents: ['cherrystudio/'],
    header: ['x-title', 'Cherry Studio'],
  },
  chatbox: { label: 'Chatbox', agents: ['chatbox/'], header: ['x-title', 'Chatbox'] },
  lobechat: { label: 'LobeChat', agents: ['lobechat/', 'lobehub/'] },
  'open-webui': {
    label: 'Open WebUI',
    agents: ['open webui', 'openwebui', 'open-webui'],
    header: ['x-title', 'Open WebUI'],
  },
  librechat: { label: 'LibreChat', agents: ['librechat/'] },
  litellm: { label: 'LiteLLM', agents: ['litellm/'] },
  'ai-sdk': { label: 'Vercel AI SDK', agents: ['ai-sdk/'] },
  langchain: { label: 'LangChain', agents: ['langchain'] },
  'openai-python': { label: 'OpenAI Python', agents: ['openai/python', 'asyncopenai/python'] },
  'openai-js': { label: 'OpenAI JS', agents: ['openai/js'] },
  'openai-go': { label: 'OpenAI Go', agents: ['openai/go'] },
  'openai-java': { label: 'OpenAI Java', agents: ['openai/java'] },
  'openai-ruby': { label: 'OpenAI Ruby', agents: ['openai/ruby'] },
  'openai-dotnet': { label: 'OpenAI .NET', agents: ['openai/', 'asyncopenai/'] },
  'anthropic-python': {
    label: 'Anthropic Python',
    agents: ['anthropic/python', 'asyncanthropic/python'],
  },
  'anthropic-js': { label: 'Anthropic JS', agents: ['anthropic/js'] },
  'anthropic-go': { label: 'Anthropic Go', agents: ['anthropic/go'] },
  'anthropic-java': { label: 'Anthropic Java', agents: ['anthropic/java'] },
  'google-python': { label: 'Google Gen AI Python', agents: ['gl-python/'] },
  'google-js': { label: 'Google Gen AI JS', agents: ['gl-node/', 'gl-js/'] },
  'google-go': { label: 'Google Gen AI Go', agents: ['gl-go/'] },
  cohere: { label: 'Cohere SDK', agents: ['cohere'], header: ['x-fern-sdk-name', 'cohere'] },
  curl: { label: 'curl', agents: ['curl/'] },
  python: { label: 'Python', agents: ['python-requests/', 'python-httpx/', 'aiohttp/', 'python/'] },
  node: { label: 'Node.js', agents: ['axios/', 'undici', 'node-fetch', 'node', 'bun/', 'deno/'] },
  go: { label: 'Go', agents: ['go-http-client/', 'go-resty/'] },
  java: { label: 'Java', agents: ['okhttp/', 'java-http-client/', 'apache-httpclient/'] },
  postman: { label: 'Postman', agents: ['postmanruntime/'] },
  browser: { label: 'Browser', agents: ['mozilla/'] },
} as const satisfies Readonly<Record<string, ClientRow>>

/** `console`: the playground of gw. `other`: a name that no row knows. "": no name at all. */
export type ClientId = keyof typeof ROWS | 'console' | 'other' | ''

const IDS = Object.keys(ROWS) as (keyof typeof ROWS)[]
/** Not inside another word: `google-genai-sdk/` is no `ai-sdk/`. */
const BY_AGENT = IDS.map((id) => ({
  id,
  pattern: new RegExp(`(?<![a-z0-9-])(?:${ROWS[id].agents.join('|')})`),
}))
const HEADED = IDS.flatMap((id) => {
  const { header }: ClientRow = ROWS[id]
  return header === undefined ? [] : [{ id, name: header[0], start: header[1] }]
})
const HEADER_NAMES = [...new Set(HEADED.map(({ name }) => name))]

export const CLIENT_IDS: readonly ClientId[] = [...IDS, 'console', 'other', '']

/** Programs send the same text with every request. */
const byAgent = new Map<string, ClientId>()
const MOST_REMEMBERED = 1000
/** Further on there are only versions of what a program is made with. */
const MOST_READ = 200

export function clientOf(headers: Headers): ClientId {
  for (const name of HEADER_NAMES) {
    const value = headers.get(name)
    if (value === null) continue
    const found = HEADED.find((row) => row.name === name && value.startsWith(row.start))
    if (found !== undefined) return found.id
  }
  return clientOfAgent(headers.get('user-agent') ?? '')
}

function clientOfAgent(agent: string): ClientId {
  const known = byAgent.get(agent)
  if (known !== undefined) return known
  const text = agent.slice(0, MOST_READ).toLowerCase()
  const found = BY_AGENT.find(({ pattern }) => pattern.test(text))
  const client = found?.id ?? (text === '' ? '' : 'other')
  if (byAgent.size >= MOST_REMEMBERED) byAgent.clear()
  if (agent.length <= MOST_READ) byAgent.set(agent, client)
  return client
}

/** The product's own name; `undefined` for the clients that have none. */
export function clientLabel(id: string): string | undefined {
  return Object.hasOwn(ROWS, id) ? ROWS[id as keyof typeof ROWS].label : undefined
}
