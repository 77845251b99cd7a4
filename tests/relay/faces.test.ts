/** A vendor that speaks several formats is spoken to in the client's own, where it has it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ForwardProxy, startForwardProxy } from '../contracts/forward-proxy'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

const MODEL = 'deepseek-chat'
const HELLO = { model: MODEL, max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] }

let upstream: Upstream
let proxy: ForwardProxy

beforeAll(async () => {
  upstream = await startUpstream(({ path }) =>
    path.includes('messages')
      ? sse([fixture('anthropic/chat-text.sse')])
      : json(fixture('openai/chat-text.json')),
  )
  // The vendor's own address, which leads to the upstream of the test.
  proxy = await startForwardProxy(upstream.port)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await upstream.stop()
})

function open(type: number, base_url: string, more: object = {}): Promise<Gateway> {
  const setting = JSON.stringify({ proxy: `http://127.0.0.1:${proxy.port}` })
  const models = `${MODEL},bot-1`
  return startGateway({
    channels: [{ type, models, base_url, setting, ...more }],
    options: { SelfUseModeEnabled: true, RetryTimes: 0 },
  })
}

describe('a client of Claude', () => {
  test.each([
    [43, 'http://api.deepseek.com', '/anthropic/v1/messages'],
    [25, 'http://api.moonshot.ai', '/anthropic/v1/messages'],
    [26, 'http://open.bigmodel.cn', '/api/anthropic/v1/messages'],
    [20, 'http://openrouter.ai/api', '/api/v1/messages'],
    [17, 'http://dashscope.aliyuncs.com', '/apps/anthropic/v1/messages'],
    [17, 'http://dashscope-us.aliyuncs.com', '/apps/anthropic/v1/messages'],
    [35, 'http://api.minimax.io', '/anthropic/v1/messages'],
    [20_051, 'http://api.stepfun.com', '/v1/messages'],
    [20_052, 'http://api.xiaomimimo.com', '/anthropic/v1/messages'],
    [62, 'http://vllm.example', '/v1/messages'],
  ])('reaches type %i at %s in its own format', async (type, address, path) => {
    await using gateway = await open(type, address)
    const body = { ...HELLO, stream: true, not_known: { yet: 1 } }
    const response = await gateway.post('/v1/messages', body)
    expect(await response.text()).toBe(fixture('anthropic/chat-text.sse'))
    expect(upstream.last().path).toBe(path)
    expect(upstream.last().json).toEqual(body)
    expect(upstream.last().headers.authorization).toContain('upstream-key-1')
    expect(upstream.last().headers).not.toHaveProperty('x-dashscope-plugin')
  })

  test('reaches another gateway with the key as Anthropic has it', async () => {
    await using gateway = await open(60, 'http://gateway.example')
    const response = await gateway.post('/v1/messages', { ...HELLO, stream: true })
    expect(await response.text()).toBe(fixture('anthropic/chat-text.sse'))
    expect(upstream.last().path).toBe('/v1/messages')
    expect(upstream.last().headers['x-api-key']).toBe('upstream-key-1')
  })

  test('is translated at an address that only imitates the vendor', async () => {
    await using gateway = await open(43, upstream.url, { setting: '' })
    const response = await gateway.post('/v1/messages', HELLO)
    expect(await response.json()).toMatchObject({ type: 'message', role: 'assistant' })
    expect(upstream.last().path).toBe('/v1/chat/completions')
  })

  test('is translated where an override is written for the main format', async () => {
    const param_override = '{"frequency_penalty":1}'
    await using gateway = await open(43, 'http://api.deepseek.com', { param_override })
    expect((await gateway.post('/v1/messages', HELLO)).status).toBe(200)
    expect(upstream.last().path).toBe('/v1/chat/completions')
  })
})

describe('a client of Responses', () => {
  test.each([
    [48, 'http://api.x.ai', '/v1/responses'],
    [17, 'http://dashscope.aliyuncs.com', '/compatible-mode/v1/responses'],
    [45, 'http://ark.ap-southeast.bytepluses.com', '/api/v3/responses'],
    [35, 'http://api.minimaxi.com', '/v1/responses'],
    [20, 'http://openrouter.ai/api', '/api/v1/responses'],
    [60, 'http://gateway.example', '/v1/responses'],
  ])('reaches type %i at %s in its own format', async (type, address, path) => {
    await using gateway = await open(type, address)
    await gateway.post('/v1/responses', { model: MODEL, input: 'Hi', stream: true })
    expect(upstream.last().path).toBe(path)
  })
})

describe('hosts of open models are asked at their own paths', () => {
  test.each([
    [20_001, '/v1/chat/completions'],
    [20_007, '/serving-endpoints/chat/completions'],
    [20_008, '/api/v2/cortex/v1/chat/completions'],
    [20_011, '/chat/completions'],
    [20_031, '/inference/chat/completions'],
    [53, '/v1/chat/completions'],
    [63, '/v1/chat/completions'],
  ])('type %i at %s', async (type, path) => {
    await using gateway = await open(type, upstream.url, { setting: '' })
    expect((await gateway.post('/v1/chat/completions', HELLO)).status).toBe(200)
    expect(upstream.last().path).toBe(path)
    expect(upstream.last().headers.authorization).toBe('Bearer upstream-key-1')
  })
})

describe('a channel of routes', () => {
  const ROUTES = '{"chat":"/ours/talk","claude":"/theirs/messages","embeddings":"/ours/vectors"}'
  const routed = (other: string) => open(58, upstream.url, { setting: '', other })

  test('is asked for each operation at the path that it has there', async () => {
    await using gateway = await routed(ROUTES)
    await gateway.post('/v1/chat/completions', HELLO)
    expect(upstream.last().path).toBe('/ours/talk')
    await gateway.post('/v1/embeddings', { model: MODEL, input: 'x' })
    expect(upstream.last().path).toBe('/ours/vectors')
    await gateway.post('/v1/messages', HELLO)
    expect(upstream.last().path).toBe('/theirs/messages')
    expect(upstream.last().headers['x-api-key']).toBe('upstream-key-1')
  })

  test('does not offer what has none', async () => {
    await using gateway = await routed('{"embeddings":"/ours/vectors"}')
    const before = upstream.requests.length
    const answer = await gateway.post('/v1/chat/completions', HELLO)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(upstream.requests).toHaveLength(before)
  })

  test.each(['', '{}', '[]', '{"chat":"https://evil.example/x"}', '{"dance":"/x"}', '{"chat":1}'])(
    'is not made with %p for routes',
    async (other) => {
      await expect(routed(other)).rejects.toThrow()
    },
  )
})

test('a client of OpenAI reaches the vendor as ever', async () => {
  await using gateway = await open(43, 'http://api.deepseek.com')
  expect((await gateway.post('/v1/chat/completions', HELLO)).status).toBe(200)
  expect(upstream.last().path).toBe('/v1/chat/completions')
})

test('a model with a place of its own is reached there', async () => {
  await using gateway = await open(45, upstream.url, { setting: '' })
  const ask = (model: string) => gateway.post('/v1/chat/completions', { ...HELLO, model })
  expect((await ask('bot-1')).status).toBe(200)
  expect(upstream.last().path).toBe('/api/v3/bots/chat/completions')
  expect((await ask(MODEL)).status).toBe(200)
  expect(upstream.last().path).toBe('/api/v3/chat/completions')
})
