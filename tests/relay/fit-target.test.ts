/** What agents send as a matter of course is made fit for targets that would refuse it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const MODELS = { openai: 'gpt-4o', anthropic: 'claude-sonnet-4-5', gemini: 'gemini-2.5-pro' }
type Target = keyof typeof MODELS
const HEADER = 'x-anthropic-billing-header: cc_version=2.1.197; cc_entrypoint=cli;'
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

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

async function ask(path: string, target: Target, fields: object) {
  upstream.script(json(fixture(`${target}/chat-text.json`)))
  const messages = [{ role: 'user', content: 'Hi' }]
  const body = { model: MODELS[target], max_tokens: 100, messages, ...fields }
  const response = await gateway.post(path, body)
  expect(response.status).toBe(200)
  const losses = response.headers.get('x-gw-untranslated')?.split(', ') ?? []
  return { sent: upstream.last().json as Record<string, unknown>, losses }
}

const system = [
  { type: 'text', text: HEADER },
  { type: 'text', text: 'Be kind.' },
]

describe('the line for the accounting of Anthropic', () => {
  test.each(['openai', 'gemini'] as const)('is no prompt for %s', async (target) => {
    const { sent, losses } = await ask('/v1/messages', target, { system })
    expect(JSON.stringify(sent)).toContain('Be kind.')
    expect(JSON.stringify(sent)).not.toContain('x-anthropic-billing-header')
    expect(losses).toEqual(['system:x-anthropic-billing-header'])
  })

  test('reaches Anthropic', async () => {
    const { sent, losses } = await ask('/v1/messages', 'anthropic', { system })
    expect(sent.system).toEqual(system)
    expect(losses).toEqual([])
  })
})

describe('the id of a user', () => {
  test('that is too long for OpenAI is hashed, always to the same', async () => {
    const metadata = { user_id: JSON.stringify({ account: 'a'.repeat(150) }) }
    const first = await ask('/v1/messages', 'openai', { metadata })
    const second = await ask('/v1/messages', 'openai', { metadata })
    expect(first.sent.user).toMatch(/^[0-9a-f]{64}$/)
    expect(second.sent.user).toBe(first.sent.user)
    expect(first.losses).toEqual(['user:hashed'])
  })

  test('that fits stays as it is', async () => {
    const user = 'u'.repeat(64)
    const { sent, losses } = await ask('/v1/messages', 'openai', { metadata: { user_id: user } })
    expect(sent.user).toBe(user)
    expect(losses).toEqual([])
  })

  test('has more room at Anthropic, and an end there, too', async () => {
    const fits = await ask('/v1/chat/completions', 'anthropic', { user: 'u'.repeat(256) })
    expect(fits.sent.metadata).toEqual({ user_id: 'u'.repeat(256) })
    const long = await ask('/v1/chat/completions', 'anthropic', { user: 'u'.repeat(257) })
    expect(long.losses).toEqual(['user:hashed'])
  })
})

describe('the length of an answer', () => {
  test('that no answer of the model has is lowered to the longest, and named', async () => {
    const openai = await ask('/v1/messages', 'openai', { max_tokens: 32_000 })
    expect(openai.sent.max_tokens).toBe(16_384)
    expect(openai.losses).toEqual(['max_tokens:16384'])
    const gemini = await ask('/v1/messages', 'gemini', { max_tokens: 100_000 })
    expect(gemini.sent).toMatchObject({ generationConfig: { maxOutputTokens: 65_536 } })
    expect(gemini.losses).toEqual(['max_tokens:65536'])
  })

  test('of a body that passes through is its upstream’s business', async () => {
    const { sent, losses } = await ask('/v1/chat/completions', 'openai', { max_tokens: 32_000 })
    expect(sent.max_tokens).toBe(32_000)
    expect(losses).toEqual([])
  })
})

describe('a picture in the message of a tool', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
  const url = `data:image/png;base64,${PICTURE}`
  const content = [
    { type: 'text', text: 'Look:' },
    { type: 'image_url', image_url: { url } },
  ]
  const messages = [
    { role: 'user', content: 'Draw.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content },
  ]

  test('reaches Claude in the result', async () => {
    const { sent } = await ask('/v1/chat/completions', 'anthropic', { messages })
    const source = { type: 'base64', media_type: 'image/png', data: PICTURE }
    const parts = [
      { type: 'text', text: 'Look:' },
      { type: 'image', source },
    ]
    expect(sent.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result', content: parts }] },
    ])
  })

  test('reaches Gemini beside the result', async () => {
    const { sent } = await ask('/v1/chat/completions', 'gemini', { messages })
    expect(JSON.stringify(sent)).toContain(PICTURE)
    expect(sent).toMatchObject({
      contents: [{ role: 'user' }, { role: 'model' }, { role: 'user' }],
    })
  })

  test('is still refused where it is something else', async () => {
    const other = [{ role: 'tool', tool_call_id: 'call_1', content: [{ type: 'video' }] }]
    const body = { model: MODELS.anthropic, messages: [...messages.slice(0, 2), ...other] }
    const response = await gateway.post('/v1/chat/completions', body)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('messages[2].content[0].type')
  })
})
