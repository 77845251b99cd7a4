/** The first calls that people are shown: pasted as they are, they must work. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { modelFor, SNIPPETS } from '../../web/components/quick-start/snippets'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const ROOT = join(import.meta.dir, '..', '..')
const SAID = 'Two plus two is four.'
const MODELS = ['gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'tts-1']

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(fixture('openai/chat-text.json')))
  gateway = await startGateway({
    channels: [{ upstream, models: MODELS }],
    options: { ModelRatio: Object.fromEntries(MODELS.map((name) => [name, 1])) },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function snippet(id: string) {
  const found = SNIPPETS.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no snippet ${id}`)
  return found
}

function textOf(id: string, model?: string): string {
  const one = snippet(id)
  return one.text(gateway.url, gateway.keys[0] ?? '', model ?? modelFor(one, MODELS))
}

async function run(...command: [string, ...string[]]): Promise<string> {
  const child = Bun.spawn(command, { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  const [said, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (child.exitCode !== 0) throw new Error(complaint)
  return said
}

/** What a program that the shell starts is given. */
async function startedBy(id: string, program: string): Promise<string> {
  const stand = `${program}() { env | grep -E '^(ANTHROPIC|GEMINI|GOOGLE)_' | sort; echo "$@"; }`
  return await run('bash', '-c', `${stand}\n${textOf(id)}`)
}

describe('the quick start', () => {
  for (const id of ['openai-js', 'anthropic-js', 'gemini-js']) {
    test(`for ${id} runs as it stands`, async () => {
      expect(await run(process.execPath, '-e', textOf(id))).toContain(SAID)
    })
  }

  test('for curl runs as it stands, also with a name that shells would take apart', async () => {
    expect(await run('bash', '-c', textOf('curl'))).toContain(SAID)
    const odd = await run('bash', '-c', textOf('curl', `it's $(id) "so"`))
    expect(JSON.parse(odd).error.message).toContain(`it's $(id) "so"`)
  })

  test('for Claude Code and Gemini CLI sets what they read', async () => {
    const key = gateway.keys[0]
    expect(await startedBy('claude-code', 'claude')).toBe(
      `ANTHROPIC_AUTH_TOKEN=${key}\nANTHROPIC_BASE_URL=${gateway.url}\n--model claude-sonnet-4-5\n`,
    )
    expect(await startedBy('gemini-cli', 'gemini')).toBe(
      `GEMINI_API_KEY=${key}\nGOOGLE_GEMINI_BASE_URL=${gateway.url}\n-m gemini-2.5-flash\n`,
    )
  })

  test('for Codex and opencode is a file that they can read', () => {
    expect(Bun.TOML.parse(textOf('codex'))).toMatchObject({
      model: 'gpt-4o-mini',
      model_provider: 'gw',
      model_providers: { gw: { base_url: `${gateway.url}/v1`, wire_api: 'responses' } },
    })
    expect(JSON.parse(textOf('opencode'))).toMatchObject({
      model: 'gw/claude-sonnet-4-5',
      provider: { gw: { options: { baseURL: `${gateway.url}/v1`, apiKey: gateway.keys[0] } } },
    })
  })

  test('names the address, the key and the model in every client', () => {
    for (const one of SNIPPETS) {
      const text = one.text('https://ai.example', 'sk-mine', 'a-model')
      for (const part of ['https://ai.example', 'sk-mine', 'a-model']) {
        expect({ id: one.id, has: text.includes(part) }).toEqual({ id: one.id, has: true })
      }
    }
    expect(new Set(SNIPPETS.map(({ id }) => id)).size).toBe(SNIPPETS.length)
  })

  test('takes a model that talks, and any where the best is not offered', () => {
    expect(modelFor(snippet('anthropic-js'), ['tts-1', 'deepseek-chat'])).toBe('deepseek-chat')
    expect(modelFor(snippet('openai-js'), ['gpt-4o-mini-tts', 'gpt-4o'])).toBe('gpt-4o')
  })
})
