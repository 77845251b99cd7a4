/** The options that say how Claude and Gemini are spoken to, seen by the upstream. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const CLAUDE = 'claude-sonnet-4-6'
const OTHER_CLAUDE = 'claude-haiku-4-5'
const THINKING = 'claude-3-7-sonnet-20250219-thinking'
const GEMINI = 'gemini-2.5-flash'
const OLD_GEMINI = 'gemini-1.5-pro'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(({ path }) =>
    json(
      fixture(
        path.includes('generateContent') ? 'gemini/chat-text.json' : 'anthropic/chat-text.json',
      ),
    ),
  )
  gateway = await startGateway({
    channels: [
      { type: 14, models: [CLAUDE, OTHER_CLAUDE, THINKING], upstream },
      { type: 24, models: [GEMINI, OLD_GEMINI], upstream },
    ],
    options: {
      'claude.headers_settings': { 'x-all': ['yes'], 'anthropic-beta': ['general-1'] },
      'claude.model_headers_settings': {
        [CLAUDE]: { 'anthropic-beta': ['context-1m', 'other-2'], 'x-one': ['1'] },
      },
      'claude.default_max_tokens': { default: 3000, [OTHER_CLAUDE]: 555 },
      'claude.thinking_adapter_budget_tokens_percentage': '0.5',
      'gemini.safety_settings': { default: 'BLOCK_NONE', HARM_CATEGORY_HARASSMENT: 'OFF' },
      'gemini.version_settings': { default: 'v1beta', [OLD_GEMINI]: 'v1' },
    },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const PATHS = { openai: '/v1/chat/completions', claude: '/v1/messages' } as const

/** Asks by this protocol and returns what the upstream got. */
async function sent(protocol: keyof typeof PATHS, model: string, extra: object = {}, headers = {}) {
  const body = { model, messages: [{ role: 'user', content: 'Hi' }], ...extra }
  const response = await gateway.post(PATHS[protocol], body, { headers })
  expect(response.status).toBe(200)
  await response.text()
  return upstream.last()
}

for (const protocol of ['openai', 'claude'] as const) {
  describe(`for ${protocol} clients`, () => {
    test('headers for all Claude models are sent, and those of one win', async () => {
      const special = await sent(protocol, CLAUDE)
      expect(special.headers).toMatchObject({
        'x-all': 'yes',
        'x-one': '1',
        'anthropic-beta': 'context-1m,other-2',
      })
      const plain = await sent(protocol, OTHER_CLAUDE)
      expect(plain.headers).toMatchObject({ 'x-all': 'yes', 'anthropic-beta': 'general-1' })
      expect(plain.headers).not.toHaveProperty('x-one')
    })

    test('a request without a limit gets the default one of its model', async () => {
      expect((await sent(protocol, CLAUDE)).json).toMatchObject({ max_tokens: 3000 })
      expect((await sent(protocol, OTHER_CLAUDE)).json).toMatchObject({ max_tokens: 555 })
    })

    test("the client's own limit stays", async () => {
      const { json: body } = await sent(protocol, CLAUDE, { max_tokens: 77 })
      expect(body).toMatchObject({ max_tokens: 77 })
    })

    test('the suffix makes a model think with its share of the limit', async () => {
      const { json: body } = await sent(protocol, THINKING, { max_tokens: 8000, temperature: 0.3 })
      expect(body).toMatchObject({
        model: 'claude-3-7-sonnet-20250219',
        max_tokens: 8000,
        thinking: { type: 'enabled', budget_tokens: 4000 },
      })
      // Anthropic refuses tuned sampling beside thinking.
      expect(body).not.toHaveProperty('temperature')
    })

    test('a limit too small to think in grows for the suffix', async () => {
      const { json: body } = await sent(protocol, THINKING, { max_tokens: 100 })
      expect(body).toMatchObject({
        max_tokens: 1280,
        thinking: { type: 'enabled', budget_tokens: 1024 },
      })
    })

    test('Gemini gets a threshold for each category', async () => {
      const { json: body } = await sent(protocol, GEMINI)
      const { safetySettings } = body as { safetySettings: unknown }
      expect(safetySettings).toEqual([
        { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
        { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' },
        { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'BLOCK_NONE' },
        { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_NONE' },
        { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_NONE' },
      ])
    })

    test('Gemini is addressed by the version of the model', async () => {
      expect((await sent(protocol, GEMINI)).path).toStartWith('/v1beta/models/')
      expect((await sent(protocol, OLD_GEMINI)).path).toStartWith('/v1/models/')
    })
  })
}

test('two flags of Claude 3.7 thinking are sent unless said otherwise, to it only', async () => {
  const channels = [{ type: 14, models: [THINKING, OTHER_CLAUDE], upstream }]
  await using fresh = await startGateway({ channels })
  const betaOf = async (model: string) => {
    const body = { model, max_tokens: 2000, messages: [{ role: 'user', content: 'Hi' }] }
    expect((await fresh.post('/v1/messages', body)).status).toBe(200)
    return upstream.last().headers['anthropic-beta']
  }
  expect(await betaOf(THINKING)).toBe('output-128k-2025-02-19,token-efficient-tools-2025-02-19')
  expect(await betaOf(OTHER_CLAUDE)).toBeUndefined()
})

test("the operator's beta wins over the client's", async () => {
  const request = await sent('claude', OTHER_CLAUDE, {}, { 'anthropic-beta': 'mine' })
  expect(request.headers['anthropic-beta']).toBe('general-1')
})

test('a changed option is in force for the next call', async () => {
  const set = (value: string) =>
    gateway.services.options.set(TEST_ACTOR, { key: 'claude.thinking_adapter_enabled', value })
  await set('false')
  const { json: body } = await sent('claude', THINKING, { max_tokens: 8000 })
  expect(body).toMatchObject({ model: THINKING, max_tokens: 8000 })
  expect(body).not.toHaveProperty('thinking')
  await set('true')
  expect((await sent('claude', THINKING, { max_tokens: 8000 })).json).toHaveProperty('thinking')
})
