/** What an upstream cannot be told is named to the client and in the log, never dropped. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newestLog, readBooks } from '../contracts/books'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

const MODELS = { openai: 'gpt-4o', anthropic: 'claude-sonnet-4-6', gemini: 'gemini-2.5-flash' }
type DialectName = keyof typeof MODELS
const PATHS = { openai: '/v1/chat/completions', claude: '/v1/messages' }
const HEADER = 'x-gw-untranslated'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 1, models: MODELS.openai, upstream },
      { type: 14, models: MODELS.anthropic, upstream },
      { type: 24, models: MODELS.gemini, upstream },
    ],
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Case {
  readonly protocol: keyof typeof PATHS
  readonly dialect: DialectName
  readonly fields: object
  readonly losses: readonly string[]
}

const CASES: readonly Case[] = [
  {
    protocol: 'openai',
    dialect: 'anthropic',
    fields: { logit_bias: { 1: 2 }, seed: 7, n: 2, x_new: 1, presence_penalty: 0.5 },
    losses: ['logit_bias', 'n', 'presence_penalty', 'seed', 'x_new'],
  },
  {
    protocol: 'openai',
    dialect: 'anthropic',
    fields: { response_format: { type: 'json_object' }, stop: [' '], temperature: 1.5 },
    losses: ['response_format:emulated', 'stop:whitespace', 'temperature>1'],
  },
  {
    protocol: 'openai',
    dialect: 'gemini',
    fields: { logit_bias: { 1: 2 }, user: 'u-1', x_new: 1, seed: 2 ** 40 },
    losses: ['logit_bias', 'seed', 'user', 'x_new'],
  },
  {
    protocol: 'claude',
    dialect: 'openai',
    fields: { top_k: 5, service_tier: 'auto' },
    losses: ['service_tier', 'top_k'],
  },
  {
    protocol: 'claude',
    dialect: 'gemini',
    fields: {
      metadata: { user_id: 'u-1' },
      system: [{ type: 'text', text: 'Short.', cache_control: { type: 'ephemeral' } }],
    },
    losses: ['cache_control', 'user'],
  },
]

async function ask({ protocol, dialect, fields }: Case, stream: boolean): Promise<Response> {
  upstream.script(
    stream
      ? sse([fixture(`${dialect}/chat-text.sse`)])
      : json(fixture(`${dialect}/chat-text.json`)),
  )
  const messages = [{ role: 'user', content: 'Hi' }]
  const body = { model: MODELS[dialect], messages, max_tokens: 100, stream, ...fields }
  const response = await gateway.post(PATHS[protocol], body)
  expect(response.status).toBe(200)
  await response.text()
  return response
}

for (const each of CASES) {
  const { protocol, dialect, losses, fields } = each
  for (const stream of [false, true]) {
    const what = `${Object.keys(fields).join(', ')} from ${protocol} to ${dialect}`
    test(`${what}, ${stream ? 'streamed' : 'whole'}`, async () => {
      const response = await ask(each, stream)
      const named = (response.headers.get(HEADER) ?? '').split(', ')
      expect(named.sort()).toEqual([...losses])
      const { details } = newestLog(await readBooks(gateway))
      expect(details.untranslated).toBeArray()
      expect((details.untranslated as string[]).toSorted()).toEqual([...losses])
    })
  }
}

describe('nothing is named', () => {
  test('when everything could be said', async () => {
    const plain: Case = { protocol: 'openai', dialect: 'anthropic', fields: {}, losses: [] }
    const response = await ask(plain, false)
    expect(response.headers.has(HEADER)).toBe(false)
    expect(newestLog(await readBooks(gateway)).details).not.toHaveProperty('untranslated')
  })

  test('when the bytes pass through, whatever they hold', async () => {
    const native: Case = {
      protocol: 'openai',
      dialect: 'openai',
      fields: { logit_bias: { 1: 2 }, x_new: 1 },
      losses: [],
    }
    const response = await ask(native, false)
    expect(response.headers.has(HEADER)).toBe(false)
    expect(upstream.last().json).toMatchObject({ logit_bias: { 1: 2 }, x_new: 1 })
  })
})

describe('a name that no header can carry', () => {
  const odd = (name: string): Case => ({
    protocol: 'openai',
    dialect: 'anthropic',
    fields: { [name]: 1 },
    losses: [],
  })

  test('is escaped', async () => {
    const name = 'grüezi,\r\nset-cookie: a=b😀'
    const response = await ask(odd(name), false)
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(decodeURIComponent(response.headers.get(HEADER) ?? '')).toBe(name)
  })

  test('because it is half a character does not cost the answer', async () => {
    const response = await ask(odd('x\ud800'), false)
    expect(decodeURIComponent(response.headers.get(HEADER) ?? '')).toBe('x\ufffd')
  })

  test('because it is too long is cut', async () => {
    const response = await ask(odd('x'.repeat(20_000)), false)
    expect(response.headers.get(HEADER)?.length).toBeLessThan(200)
  })
})

test('a browser may read which fields were lost', async () => {
  const lossy: Case = { protocol: 'openai', dialect: 'gemini', fields: { user: 'u' }, losses: [] }
  const response = await ask(lossy, false)
  expect(response.headers.get('access-control-expose-headers') ?? '').toContain(HEADER)
})
