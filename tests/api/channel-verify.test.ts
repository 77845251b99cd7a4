/** Verifying an upstream: what it may cost is told first, and it never costs more unasked. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, type Script, sse, startUpstream, type Upstream } from '../support/upstream'

/** Answers everything with one word, and under the name of another model. */
const OTHER_MODEL: Script = ({ json: body }) => {
  const head = { id: 'x', object: 'chat.completion', created: 1, model: 'tiny-1' }
  const usage = { prompt_tokens: 30, completion_tokens: 2, total_tokens: 32 }
  if (Object(body).stream !== true) {
    const message = { role: 'assistant', content: 'Paris' }
    return json({ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
  }
  const delta = { role: 'assistant', content: 'Paris' }
  const chunk = { ...head, choices: [{ index: 0, delta, finish_reason: 'stop' }] }
  return sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n'])
}

let upstream: Upstream
let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(OTHER_MODEL)
  const options = { ModelRatio: { 'gpt-4o': 1.25, dear: 500 }, ModelPrice: { call: 0.01 } }
  const models = 'text-embedding-3-small,gpt-4o,dear,call,unpriced'
  gateway = await startGateway({
    env: NO_LIMITS,
    options,
    channels: [
      { upstream, models },
      { type: 38, upstream, models: 'jina-embeddings-v3' },
    ],
  })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const path = (channel = 0) => `/api/channel/verify/${gateway.channelIds[channel]}`

describe('what verifying costs', () => {
  test('is told beforehand, and nobody is asked for it', async () => {
    const { body } = await root.get(path())
    expect(body.data).toMatchObject({ model: 'gpt-4o', questions: 10, priced: true })
    const { prompt_tokens, completion_tokens, max_usd } = body.data
    expect(max_usd).toBeCloseTo((prompt_tokens * 2.5 + completion_tokens * 10) / 1_000_000, 6)
    expect(upstream.requests).toHaveLength(0)
  })

  test.each([
    ['call', { max_usd: 0.1, priced: true }],
    ['unpriced', { priced: false }],
  ])('of %s is %p', async (model, told) => {
    expect((await root.get(`${path()}?model=${model}`)).body.data).toMatchObject(told)
  })

  test('grows with the long prompt', async () => {
    const { body } = await root.get(`${path()}?context_tokens=100000`)
    expect(body.data.prompt_tokens).toBeGreaterThan(300_000)
  })
})

describe('nothing is asked', () => {
  test.each([
    ['that could cost more than may be spent', { model: 'dear' }, 'channel.verify_too_dear'],
    ['for nothing', { max_usd: 0 }, 'channel.verify_too_dear'],
    ['of a prompt of any length', { context_tokens: 10_000_000 }, 'value.out_of_range'],
    [
      'of a model that does not talk',
      { model: 'text-embedding-3-small' },
      'channel.model_untestable',
    ],
  ])('%s', async (_, order, code) => {
    const before = upstream.requests.length
    const { body } = await root.post(path(), order)
    expect(body).toMatchObject({ success: false, code })
    expect(upstream.requests).toHaveLength(before)
  })

  test('of a channel that has no conversations', async () => {
    const { body } = await root.post(path(1), {})
    expect(body).toMatchObject({ success: false, code: 'channel.model_untestable' })
  })
})

test('an upstream under another name is found out, with the evidence and the bill', async () => {
  const { body } = await root.post(path(), { max_usd: 0.5 })
  expect(body.data).toMatchObject({ model: 'gpt-4o', verdict: 'suspect' })
  expect(body.data.asked).toBe(upstream.requests.length)
  expect(body.data.spent_usd).toBeGreaterThan(0)
  expect(body.data.findings[0]).toEqual({
    check: 'model',
    state: 'failed',
    message: expect.stringContaining('tiny-1'),
  })
  const audit = (await root.get('/api/audit/?action=channel.verify')).body
  expect(JSON.stringify(audit)).toContain('suspect')
})

test('what the first question fails with is told, and no second one is asked', async () => {
  await using closed = await startUpstream(
    json({ error: { message: 'no such key', code: 'invalid_api_key' } }, { status: 401 }),
  )
  const fields = { name: 'n', key: 'k', models: 'gpt-4o', base_url: closed.url }
  const [{ id }] = (await root.post('/api/channel/', fields)).body.data
  const { body } = await root.post(`/api/channel/verify/${id}`, {})
  expect(body).toMatchObject({ success: false, code: 'upstream.refused' })
  expect(closed.requests).toHaveLength(1)
})

test.each([
  [14, 'claude-sonnet-4-5', 'anthropic'],
  [24, 'gemini-2.5-flash', 'gemini'],
])('an upstream of type %i is asked in its own format', async (type, models, dialect) => {
  await using native = await startUpstream(({ path: asked, json: body }) =>
    Object(body).stream === true || asked.includes('stream')
      ? sse([fixture(`${dialect}/chat-text.sse`)])
      : json(JSON.parse(fixture(`${dialect}/chat-text.json`))),
  )
  const fields = { name: 'd', key: 'k', type, models, base_url: native.url }
  const [{ id }] = (await root.post('/api/channel/', fields)).body.data
  const { body } = await root.post(`/api/channel/verify/${id}`, { max_usd: 10 })
  expect(body.success).toBe(true)
  expect(body.data.asked).toBe(native.requests.length)
  expect(body.data.findings).toHaveLength(6)
  const long = native.requests.find(({ json: sent }) => JSON.stringify(sent).length > 20_000)
  expect(JSON.stringify(long?.json).includes('cache_control')).toBe(type === 14)
})

test('frames of a real stream are read as they come', async () => {
  const chunk = { id: 'x', model: 'gpt-4o', choices: [{ index: 0, delta: { content: 'word ' } }] }
  const words = Array.from({ length: 120 }, () => `data: ${JSON.stringify(chunk)}\n\n`)
  await using streaming = await startUpstream(sse([...words, 'data: [DONE]\n\n']))
  const fields = { name: 's', key: 'k', models: 'gpt-4o', base_url: streaming.url }
  const [{ id }] = (await root.post('/api/channel/', fields)).body.data
  const { body } = await root.post(`/api/channel/verify/${id}`, {})
  const found = body.data.findings.find(({ check }: { check: string }) => check === 'streaming')
  expect(found).toMatchObject({ state: 'unclear', message: expect.stringContaining('120') })
})
