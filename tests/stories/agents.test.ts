/**
 * Coding agents edit a file through the gateway, whichever vendor serves the model. They are large,
 * so they are no dependencies: each variable below is the path of a program that npm installed.
 */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { startUpstream } from '../support/upstream'
import { VENDORS, type Vendor, type Writing, working } from './agents/vendors'

const LIMIT_MS = 120_000
const TASK = 'Put "new" into note.txt'

interface Place {
  /** The folder that it works in, which is its home too. */
  readonly home: string
  readonly file: string
  readonly url: string
  readonly key: string
  readonly model: string
}

interface Agent {
  /** Names the program; without it the agent is not tested. */
  readonly variable: string
  readonly prepare: (place: Place) => void
  readonly command: (program: string, place: Place) => readonly string[]
  readonly env: (place: Place) => Readonly<Record<string, string>>
  /** The tools that it may have for the work. */
  readonly tools: (place: Pick<Place, 'file'>) => Writing
}

function codex(...more: readonly string[]): Agent {
  return {
    variable: 'GW_TEST_CODEX',
    prepare({ home, url }) {
      mkdirSync(join(home, '.codex'))
      const config = [
        'model_provider = "gw"',
        '[model_providers.gw]',
        'name = "gw"',
        `base_url = "${url}/v1"`,
        'env_key = "GW_KEY"',
        'wire_api = "responses"',
        ...more,
      ]
      writeFileSync(join(home, '.codex/config.toml'), config.join('\n'))
    },
    command: (program, { model }) => [
      ...[program, 'exec', '--skip-git-repo-check', '-m', model],
      ...['--dangerously-bypass-approvals-and-sandbox', TASK],
    ],
    env: ({ key }) => ({ GW_KEY: key }),
    tools: () => [
      { name: 'exec_command', input: { cmd: "printf 'new\\n' > note.txt" } },
      { name: 'shell_command', input: { command: "printf 'new\\n' > note.txt" } },
      { name: 'shell', input: { command: ['bash', '-lc', "printf 'new\\n' > note.txt"] } },
    ],
  }
}

const AGENTS: Readonly<Record<string, Agent>> = {
  'Gemini CLI': {
    variable: 'GW_TEST_GEMINI_CLI',
    prepare({ home }) {
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
      mkdirSync(join(home, '.gemini'))
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
    },
    command: (program, { model }) => [
      ...['node', program, '-m', model, '--yolo', '--skip-trust', '-p', TASK],
    ],
    env: ({ url, key }) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
    tools: ({ file }) => [{ name: 'write_file', input: { file_path: file, content: 'new\n' } }],
  },
  'Claude Code': {
    variable: 'GW_TEST_CLAUDE_CODE',
    prepare: () => {},
    command: (program, { model }) => [
      ...[program, '-p', TASK, '--model', model, '--permission-mode', 'acceptEdits'],
    ],
    env: ({ url, key, model }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    tools: ({ file }) => [{ name: 'Bash', input: { command: `printf 'new\\n' > ${file}` } }],
  },
  Codex: codex(),
  'Codex on a socket': codex('supports_websockets = true'),
  opencode: {
    variable: 'GW_TEST_OPENCODE',
    prepare({ home, url, key, model }) {
      const options = { baseURL: `${url}/v1`, apiKey: key }
      const provider = {
        gw: { npm: '@ai-sdk/openai-compatible', name: 'gw', options, models: { [model]: {} } },
      }
      const chosen = { model: `gw/${model}`, small_model: `gw/${model}` }
      writeFileSync(join(home, 'opencode.json'), JSON.stringify({ provider, ...chosen }))
    },
    command: (program, { model }) => [program, 'run', '-m', `gw/${model}`, TASK],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    tools: ({ file }) => [{ name: 'write', input: { filePath: file, content: 'new\n' } }],
  },
}

for (const [name, agent] of Object.entries(AGENTS)) {
  const program = process.env[agent.variable] ?? ''
  describe.skipIf(program === '')(name, () => {
    for (const [of, vendor] of Object.entries(VENDORS)) {
      test(`edits a file by a model of ${of}`, () => edits(program, agent, vendor), LIMIT_MS)
    }
  })
}

async function edits(program: string, agent: Agent, vendor: Vendor): Promise<void> {
  using folder = tempDir('agent')
  const home = folder.path
  const file = join(home, 'note.txt')
  writeFileSync(file, 'old\n')
  await using upstream = await startUpstream(working(vendor, agent.tools({ file })))
  await using gateway = await startGateway({
    channels: [{ type: vendor.type, upstream, models: vendor.model }],
  })
  const { url, keys } = gateway
  const place = { home, file, url, key: keys[0] ?? '', model: vendor.model }
  agent.prepare(place)
  const running = Bun.spawn([...agent.command(program, place)], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, ...agent.env(place) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, told] = await Promise.all([
    new Response(running.stdout).text(),
    new Response(running.stderr).text(),
  ])
  await gateway.idle()
  const { items } = await gateway.services.logs.list({})
  // What it says of itself is worth reading where it did not do its work.
  if (!said.includes('Done.')) throw new Error(`${said}\n${told}`)
  expect(readFileSync(file, 'utf8')).toBe('new\n')
  expect(items.length).toBeGreaterThanOrEqual(2)
  expect(items.every(({ quota }) => quota > 0)).toBe(true)
}
