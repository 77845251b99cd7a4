/** Vertex AI from outside: tokens of a service account, and two makers' formats in one channel. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import {
  accountFile,
  type GoogleCloud,
  googleCloud,
  type ServiceAccount,
  strangersFile,
} from '../support/google-cloud'
import {
  fixture,
  gate,
  json,
  type RecordedRequest,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'

const CLAUDE = 'claude-sonnet-4-5'
const GEMINI = 'gemini-2.5-flash'
const LLAMA = 'meta/llama-3.3-70b-instruct-maas'
const HELLO = [{ role: 'user' as const, content: 'Hi' }]
const TEXT = 'Grüße, 世界! Two plus two is four.'
const PLACE = '/v1/projects/project-1/locations/europe-west1'

let nowMs = Date.now()
const clock = { nowMs: () => nowMs, monotonicMs: () => performance.now() }

let upstream: Upstream
let gateway: Gateway
let cloud: GoogleCloud
let account: ServiceAccount

const byPath = ({ path }: RecordedRequest): Reply => {
  if (path.includes('streamGenerateContent')) return sse([fixture('gemini/chat-text.sse')])
  if (path.includes('generateContent')) return json(fixture('gemini/chat-text.json'))
  if (path.includes('count-tokens')) return json({ input_tokens: 17 })
  if (path.includes('streamRawPredict')) return sse([fixture('anthropic/chat-text.sse')])
  if (path.includes('rawPredict')) return json(fixture('anthropic/chat-text.json'))
  return json(fixture('openai/chat-text.json'))
}

function served(reply: (request: RecordedRequest) => Reply = byPath): void {
  upstream.script((request) => cloud.answer(request, reply(request)))
}

function channel(more: object = {}) {
  const models = [CLAUDE, GEMINI, LLAMA]
  return { type: 41, models, upstream, key: accountFile(account), other: 'europe-west1', ...more }
}

const OPTIONS = { RetryTimes: 0, SelfUseModeEnabled: true, AutomaticDisableChannelEnabled: true }

function open(more: object = {}) {
  return startGateway({ channels: [channel(more)], options: OPTIONS })
}

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  const token_uri = `${upstream.url}/token`
  account = { project_id: 'project-1', client_email: 'gw@project-1.example', token_uri }
  cloud = googleCloud({ account, nowMs: () => nowMs })
  gateway = await open()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

describe('Gemini through Vertex', () => {
  test.each([false, true])('answers clients of OpenAI (streamed: %p)', async (stream) => {
    served()
    const body = { model: GEMINI, messages: HELLO, stream }
    const response = await gateway.post('/v1/chat/completions', body)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('世界')
    const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
    const place = PLACE.replace('/v1/', '/v1beta1/')
    expect(upstream.last().path).toBe(`${place}/publishers/google/models/${GEMINI}:${method}`)
    expect(upstream.last().headers['x-goog-api-key']).toBeUndefined()
  })
})

describe("clients of Gemini's own", () => {
  const asked = (body: object) => gateway.post(`/v1beta/models/${GEMINI}:generateContent`, body)
  const parts = [{ text: 'Hi' }]

  test('pass through to Vertex, where every turn must say whose it is', async () => {
    served()
    const turns = [
      { role: 'user', parts },
      { role: 'model', parts },
    ]
    const spaced = `{ "contents": ${JSON.stringify(turns)}, "labels": {"a":"b"} }`
    const path = `/v1beta/models/${GEMINI}:streamGenerateContent?alt=sse`
    const response = await gateway.post(path, spaced)
    expect(await response.text()).toBe(fixture('gemini/chat-text.sse'))
    expect(upstream.last().bodyText).toBe(spaced)
    await asked({ contents: [{ parts }, { role: 'model', parts }], labels: { a: 'b' } })
    const place = PLACE.replace('/v1/', '/v1beta1/')
    expect(upstream.last()).toMatchObject({
      path: `${place}/publishers/google/models/${GEMINI}:generateContent`,
      json: { contents: turns, labels: { a: 'b' } },
    })
  })

  test('have their tokens counted here, and are translated to Claude', async () => {
    served()
    const count = await gateway.post(`/v1beta/models/${GEMINI}:countTokens`, {
      contents: [{ parts }],
    })
    expect(await count.json()).toEqual({ totalTokens: expect.any(Number) })
    const path = `/v1beta/models/${CLAUDE}:generateContent`
    const answer = await gateway.post(path, { contents: [{ parts }] })
    expect(await answer.json()).toMatchObject({
      candidates: [{ content: { role: 'model', parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
    })
  })
})

describe('Claude through Vertex', () => {
  const path = (method: string) =>
    `${PLACE}/publishers/anthropic/models/claude-sonnet-4-5@20250929:${method}`

  test('passes through for clients of Claude, in the form that Vertex takes', async () => {
    served()
    const body = { model: CLAUDE, max_tokens: 9, messages: HELLO, not_known: { yet: 1 } }
    const response = await gateway.post('/v1/messages', body, {
      headers: { 'anthropic-beta': 'context-1m-2025-08-07,never-heard-of-2026-01-01' },
    })
    expect(await response.json()).toMatchObject({ content: [{ type: 'text', text: TEXT }] })
    expect(upstream.last().path).toBe(path('rawPredict'))
    expect(upstream.last().json).toEqual({
      max_tokens: 9,
      messages: HELLO,
      not_known: { yet: 1 },
      anthropic_version: 'vertex-2023-10-16',
    })
    expect(upstream.last().headers['anthropic-beta']).toBe('context-1m-2025-08-07')
  })

  test('streams to the official client, whose bytes are as they came', async () => {
    served()
    const body = { model: CLAUDE, max_tokens: 9, messages: HELLO, stream: true }
    const response = await gateway.post('/v1/messages', body)
    expect(await response.text()).toBe(fixture('anthropic/chat-text.sse'))
    expect(upstream.last().path).toBe(path('streamRawPredict'))
    expect(upstream.last().json).toMatchObject({ stream: true })
  })

  test('passes through in its form even where bodies are to go as they came', async () => {
    await using own = await startGateway({
      channels: [channel()],
      options: { ...OPTIONS, 'global.pass_through_request_enabled': true },
    })
    served()
    const body = { model: CLAUDE, max_tokens: 9, messages: HELLO }
    expect((await own.post('/v1/messages', body)).status).toBe(200)
    expect(upstream.last().json).toEqual({
      max_tokens: 9,
      messages: HELLO,
      anthropic_version: 'vertex-2023-10-16',
    })
  })

  test('is translated for clients of OpenAI', async () => {
    served()
    const answer = await gateway
      .openai()
      .chat.completions.create({ model: CLAUDE, messages: HELLO, max_tokens: 9 })
    expect(answer.choices[0]?.message.content).toBe(TEXT)
    expect(upstream.last().json).not.toHaveProperty('model')
    expect(upstream.last().json).toHaveProperty('anthropic_version', 'vertex-2023-10-16')
  })

  test('counts tokens there, by the name of the model in the body', async () => {
    served()
    const counted = await gateway
      .anthropic()
      .messages.countTokens({ model: CLAUDE, messages: HELLO })
    expect(counted.input_tokens).toBe(17)
    expect(upstream.last().path).toBe(
      `${PLACE}/publishers/anthropic/models/count-tokens:rawPredict`,
    )
    expect(upstream.last().json).toMatchObject({ model: 'claude-sonnet-4-5@20250929' })
  })

  test("tells failures of Google in the client's envelope", async () => {
    const error = { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' }
    served(() => json([{ error }], { status: 400 }))
    const response = await gateway.post('/v1/messages', {
      model: CLAUDE,
      max_tokens: 9,
      messages: HELLO,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { message: expect.stringContaining('Quota exceeded') },
    })
  })
})

test('models of other makers are asked in the format of OpenAI', async () => {
  served()
  const body = { model: LLAMA, messages: HELLO }
  expect((await gateway.post('/v1/chat/completions', body)).status).toBe(200)
  expect(upstream.last().path).toBe(`${PLACE}/endpoints/openapi/chat/completions`)
  expect(upstream.last().json).toMatchObject({ model: LLAMA })
})

describe('the region', () => {
  test('may differ by model', async () => {
    const other = JSON.stringify({ [CLAUDE]: 'us-east5', default: 'global' })
    await using own = await open({ other })
    served()
    await own.post('/v1/messages', { model: CLAUDE, max_tokens: 9, messages: HELLO })
    expect(upstream.last().path).toContain('/locations/us-east5/')
    await own.post('/v1/chat/completions', { model: GEMINI, messages: HELLO })
    expect(upstream.last().path).toContain('/locations/global/')
  })

  test.each(['evil.example/', 'a b', '{"default": 1}'])('is not %p', async (other) => {
    const changed = await gateway.cli(['channel', 'set', '1', '--other', other])
    expect(changed.code).not.toBe(0)
    expect(changed.stderr).toContain('other')
  })
})

describe('the token', () => {
  const ask = (own: Gateway) => own.post('/v1/chat/completions', { model: GEMINI, messages: HELLO })

  test('is asked for once, however many calls wait for it, and used again', async () => {
    await using own = await open()
    const before = cloud.tokens()
    const held = gate()
    upstream.script((request) => {
      const reply = cloud.answer(request, byPath(request))
      return request.path === '/token' ? { ...reply, before: held } : reply
    })
    const calls = [ask(own), ask(own), ask(own)]
    await upstream.waitForRequests(1)
    held.open()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ask(own)).status).toBe(200)
    expect(cloud.tokens() - before).toBe(1)
  })

  test('is renewed before it ends', async () => {
    await using own = await startGateway({ channels: [channel()], options: OPTIONS, clock })
    served()
    const before = cloud.tokens()
    expect((await ask(own)).status).toBe(200)
    nowMs += 54 * 60 * 1000
    expect((await ask(own)).status).toBe(200)
    expect(cloud.tokens() - before).toBe(1)
    nowMs += 2 * 60 * 1000
    expect((await ask(own)).status).toBe(200)
    expect(cloud.tokens() - before).toBe(2)
    nowMs -= 56 * 60 * 1000
  })

  test('that Google refuses takes the channel out of service, in its words', async () => {
    await using own = await open({ key: strangersFile(account) })
    served()
    const response = await ask(own)
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('Invalid JWT Signature')
    await own.idle()
    expect((await own.services.channels.list()).items[0]?.status).toBe(3)
  })

  test('that cannot be had for the moment says nothing against the channel', async () => {
    await using own = await open()
    upstream.script(json({ error: 'internal_failure' }, { status: 503 }))
    expect((await ask(own)).status).toBe(503)
    await own.idle()
    served()
    expect((await ask(own)).status).toBe(200)
  })

  test('is needed for a test of the channel, too', async () => {
    served()
    const tested = await gateway.cli(['channel', 'test', '1', '--model', CLAUDE])
    expect({ code: tested.code, told: tested.stderr }).toMatchObject({ code: 0 })
  })
})

test('the models of the cloud are listed on the account of the project', async () => {
  const publisherModels = [{ name: 'publishers/google/models/gemini-2.5-pro' }]
  served(() => json({ publisherModels }))
  const listed = await gateway.cli(['channel', 'models', '1'])
  expect({ code: listed.code, told: listed.stderr }).toMatchObject({ code: 0 })
  expect(listed.stdout).toContain('gemini-2.5-pro')
  expect(upstream.last().headers['x-goog-user-project']).toBe('project-1')
})

test('a key of the express mode goes as it is, without a project', async () => {
  await using own = await open({ key: 'AIza-express', other: '' })
  upstream.script(byPath)
  await own.post('/v1/chat/completions', { model: GEMINI, messages: HELLO })
  expect(upstream.last().path).toBe(`/v1beta1/publishers/google/models/${GEMINI}:generateContent`)
  expect(upstream.last().headers).toMatchObject({ 'x-goog-api-key': 'AIza-express' })
  expect(upstream.last().headers.authorization).toBeUndefined()
})

test('a document that is no account is not taken for one', async () => {
  const key = JSON.stringify({ type: 'service_account', client_email: 'a@b.example' }, null, 2)
  const args = ['channel', 'add', 'vertex', '--type', '41', '--models', GEMINI, '--key', '-']
  const made = await gateway.cli(args, { input: key })
  expect(made.code).not.toBe(0)
  expect(made.stderr).toContain('service-account JSON')
})

describe('vectors', () => {
  const VECTORS = ['gemini-embedding-001', 'text-embedding-004']
  const PREDICTED = {
    predictions: [0.5, 0.25].map((first) => ({
      embeddings: { values: [first, 1], statistics: { token_count: 3, truncated: false } },
    })),
  }

  test('are predictions, billed by what each of them counted', async () => {
    served(() => json(PREDICTED))
    await using own = await open({ models: VECTORS })
    const { data, usage } = await own.openai().embeddings.create({
      model: 'text-embedding-004',
      input: ['one', 'two'],
      dimensions: 2,
    })
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [0.5, 1],
      [0.25, 1],
    ])
    expect(usage).toEqual({ prompt_tokens: 6, total_tokens: 6 })
    const { path, json: body } = upstream.last()
    expect(path).toBe(`${PLACE}/publishers/google/models/text-embedding-004:predict`)
    expect(body).toEqual({
      instances: [{ content: 'one' }, { content: 'two' }],
      parameters: { outputDimensionality: 2 },
    })
  })

  test('of the newer models are made one at a time', async () => {
    served(() => json(PREDICTED))
    await using own = await open({ models: VECTORS })
    const input = ['one', 'two']
    const body = { model: 'gemini-embedding-001', input }
    const refused = await own.post('/v1/embeddings', body)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('at most 1 strings')
  })

  test('in batches of the other API are refused by name', async () => {
    await using own = await open({ models: VECTORS })
    const path = '/v1beta/models/text-embedding-004:batchEmbedContents'
    const requests = [{ content: { parts: [{ text: 'one' }] } }]
    const { status } = await own.post(path, { requests })
    expect(status).toBe(501)
  })
})
