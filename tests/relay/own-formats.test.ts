/** Cohere, Ollama, Azure and Cloudflare from outside, and types that are gone. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { refusalByCohere } from '../support/stand-ins/cohere'
import { ndjson, refusalByOllama } from '../support/stand-ins/ollama'
import { fixture, json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const KEY = 'upstream-key-1'
const OPENAI_TEXT = json(fixture('openai/chat-text.json'))
const CLAUDE_TEXT = json(fixture('anthropic/chat-text.json'))
const TEXT = 'Grüße, 世界! Two plus two is four.'

/** Name of the model that goes through each channel → the channel. */
const CHANNELS = {
  'command-a-03-2025': { type: 34 },
  'embed-v4.0': { type: 34 },
  qwen3: { type: 4 },
  'gpt-oss:20b': { type: 4, other: 'native' },
  'nomic-embed-text': { type: 4, other: 'native' },
  'gpt-4.1': { type: 3, other: '2024-10-21' },
  'gpt-5.1': { type: 3, other: 'v1' },
  'gpt-5.2': { type: 3, other: 'preview' },
  'claude-opus-4-5': { type: 3, other: 'v1' },
  '@cf/meta/llama-3.1-8b-instruct': { type: 39, other: '023e105f4ecef8ad9ca31a8372d0c353' },
} as const

type Model = keyof typeof CHANNELS

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(OPENAI_TEXT)
  gateway = await startGateway({
    channels: Object.entries(CHANNELS).map(([models, channel]) => ({
      key: KEY,
      ...channel,
      models,
      upstream,
    })),
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function ask(model: Model, more: object = {}): Promise<Response> {
  const messages = [{ role: 'user', content: 'Hi' }]
  return gateway.post('/v1/chat/completions', { model, messages, ...more })
}

async function said(model: Model, more: object = {}) {
  const response = await ask(model, more)
  return { status: response.status, body: await response.text() }
}

/** What the upstream was asked, for an answer that is as it should be. */
async function askedOf(model: Model, more: object = {}) {
  const { status, body } = await said(model, more)
  expect({ status, body }).toMatchObject({ status: 200 })
  return Object(upstream.last().json)
}

function idOf(model: Model): number {
  return gateway.channelIds[Object.keys(CHANNELS).indexOf(model)] ?? 0
}

function modelsOf(model: Model): Promise<readonly string[]> {
  return gateway.services.channels.upstreamModels(idOf(model))
}

describe('Cohere', () => {
  const answering = (reply: Reply) =>
    upstream.script((request) => refusalByCohere(request, KEY) ?? reply)

  test('is asked for JSON, limits and samples in its own words', async () => {
    answering(json(fixture('cohere/chat-text.json')))
    const schema = { type: 'object', properties: { n: { type: 'number' } } }
    const body = await askedOf('command-a-03-2025', {
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
      max_completion_tokens: 50,
      top_p: 1,
      stop: ['END'],
      frequency_penalty: -1,
      n: 1,
      user: 'u1',
      logit_bias: { 1: 2 },
    })
    expect(body).toEqual({
      model: 'command-a-03-2025',
      stream: false,
      messages: [{ role: 'user', content: 'Hi' }],
      response_format: { type: 'json_object', json_schema: schema },
      max_tokens: 50,
      p: 0.99,
      stop_sequences: ['END'],
      frequency_penalty: 0,
    })
  })

  test('is offered the one tool that must be called', async () => {
    answering(json(fixture('cohere/chat-tools.json')))
    const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } })
    const body = await askedOf('command-a-03-2025', {
      tools: [tool('get_weather'), tool('get_time')],
      tool_choice: { type: 'function', function: { name: 'get_time' } },
    })
    expect(body).toMatchObject({
      tools: [{ function: { name: 'get_time' } }],
      tool_choice: 'REQUIRED',
    })
    expect(body.tools).toHaveLength(1)
  })

  test('answers from documents, whose citations stand beside the text', async () => {
    answering(sse([fixture('cohere/chat-cited.sse')]))
    const documents = [{ id: 'doc:0', data: { text: 'Penguins are tall.' } }]
    const { body } = await said('command-a-03-2025', { documents, stream: true })
    expect(upstream.last().json).toMatchObject({ documents })
    const text = [...body.matchAll(/"content":"([^"]*)"/g)].map(([, piece]) => piece).join('')
    expect(text).toBe('Penguins are tall.')
    expect(body).toEndWith('data: [DONE]\n\n')
  })

  test.each([
    ['ERROR', 500],
    ['TIMEOUT', 504],
  ])('that ends an answer with %s has failed', async (finish_reason, status) => {
    answering(json({ ...JSON.parse(fixture('cohere/chat-text.json')), finish_reason }))
    expect((await said('command-a-03-2025')).status).toBe(status)
    const failed = fixture('cohere/chat-text.sse').replace('COMPLETE', finish_reason)
    answering(sse([failed]))
    const { body } = await said('command-a-03-2025', { stream: true })
    expect(body).toContain('the model failed to answer')
    expect(body).not.toContain('[DONE]')
  })

  test('embeds texts, as floats and packed', async () => {
    answering(json(fixture('cohere/embed.json')))
    const made = await gateway.openai().embeddings.create({
      model: 'embed-v4.0',
      input: ['a', 'b'],
      dimensions: 256,
    })
    expect(made).toMatchObject({
      data: [{ embedding: [0.25, -0.5] }, { embedding: [1, 0] }],
      usage: { prompt_tokens: 2 },
    })
    expect(upstream.last().json).toEqual({
      model: 'embed-v4.0',
      texts: ['a', 'b'],
      input_type: 'search_document',
      embedding_types: ['float'],
      output_dimension: 256,
    })
  })

  test('lists the models that can be asked here', async () => {
    const models = [
      { name: 'command-a-03-2025', endpoints: ['chat', 'generate'] },
      { name: 'embed-v4.0', endpoints: ['embed'] },
      { name: 'c4ai-old', endpoints: ['chat'], is_deprecated: true },
      { name: 'classify-v1', endpoints: ['classify'] },
    ]
    answering(json({ models }))
    const listed = await modelsOf('command-a-03-2025')
    expect(listed).toEqual(['command-a-03-2025', 'embed-v4.0'])
    expect(upstream.last().path).toBe('/v1/models?page_size=1000')
  })
})

describe('Ollama', () => {
  test('is spoken to in the format of the client, where it is new enough', async () => {
    upstream.script((request) =>
      request.path === '/v1/messages' ? CLAUDE_TEXT : json('404 page not found', { status: 404 }),
    )
    const answer = await gateway.anthropic().messages.create({
      model: 'qwen3',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi' }],
    })
    expect(answer.content).toMatchObject([{ type: 'text', text: TEXT }])
  })

  test('takes options and pictures in its own format', async () => {
    upstream.script((request) => refusalByOllama(request) ?? json(fixture('ollama/chat-text.json')))
    const url = 'data:image/png;base64,AAAA'
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ]
    const body = await askedOf('gpt-oss:20b', {
      messages: [{ role: 'user', content }],
      options: { num_ctx: 32_768 },
      keep_alive: '5m',
      max_tokens: 20,
      reasoning_effort: 'high',
      response_format: { type: 'json_object' },
    })
    expect(body).toEqual({
      model: 'gpt-oss:20b',
      messages: [{ role: 'user', content: 'What is this?', images: ['AAAA'] }],
      stream: false,
      options: { num_predict: 20, num_ctx: 32_768 },
      keep_alive: '5m',
      think: 'high',
      format: 'json',
    })
  })

  test('embeds', async () => {
    upstream.script((request) => refusalByOllama(request) ?? json(fixture('ollama/embed.json')))
    const input = ['a', 'b']
    const made = await gateway.openai().embeddings.create({ model: 'nomic-embed-text', input })
    expect(made).toMatchObject({ data: [{ embedding: [0.25, -0.5] }, {}] })
  })

  test('fails in the middle of a stream in its own words', async () => {
    const [first = ''] = fixture('ollama/chat-text.sse').split('\n\n')
    upstream.script(ndjson([`${first}\n\n`, 'data: {"error":"out of memory"}\n\n']))
    const { body } = await said('gpt-oss:20b', { stream: true })
    expect(body).toContain('Grüße')
    expect(body).toContain('out of memory')
    expect(body).not.toContain('[DONE]')
  })
})

describe('Azure', () => {
  test.each([
    [
      'gpt-4.1',
      '/openai/deployments/gpt-41/chat/completions?api-version=2024-10-21',
      'api-key',
      'gpt-4.1',
    ],
    ['gpt-5.1', '/openai/v1/chat/completions', 'api-key', 'gpt-51'],
    ['gpt-5.2', '/openai/v1/chat/completions?api-version=preview', 'api-key', 'gpt-52'],
  ] as const)('of each generation is asked for %s at %s', async (model, path, header, name) => {
    upstream.script(OPENAI_TEXT)
    expect((await askedOf(model)).model).toBe(name)
    expect(upstream.last()).toMatchObject({ path, headers: { [header]: KEY } })
    const { error } = await gateway.services.channels.test(TEST_ACTOR, { id: idOf(model) })
    expect(error).toBeUndefined()
    expect(upstream.last()).toMatchObject({ path, json: { model: name } })
  })

  test('answers in Responses where the client speaks it', async () => {
    upstream.script(json(fixture('responses/chat-text.json')))
    const body = { model: 'gpt-5.1', input: 'Hi' }
    expect((await gateway.post('/v1/responses', body)).status).toBe(200)
    expect(upstream.last()).toMatchObject({
      path: '/openai/v1/responses',
      json: { model: 'gpt-51' },
    })
  })

  test('has Claude in its own format', async () => {
    upstream.script(CLAUDE_TEXT)
    const body = {
      model: 'claude-opus-4-5',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
    }
    expect((await gateway.post('/v1/messages', body)).status).toBe(200)
    expect(upstream.last()).toMatchObject({
      path: '/anthropic/v1/messages',
      headers: { 'x-api-key': KEY },
    })
  })

  test('lists deployments', async () => {
    upstream.script(json({ data: [{ id: 'my-gpt', model: 'gpt-4o' }] }))
    expect(await modelsOf('gpt-5.1')).toEqual(['my-gpt'])
    expect(upstream.last().path).toBe('/openai/deployments?api-version=2022-12-01')
  })
})

describe('Cloudflare', () => {
  test('has the account in every address', async () => {
    upstream.script(OPENAI_TEXT)
    await askedOf('@cf/meta/llama-3.1-8b-instruct')
    expect(upstream.last().path).toBe(
      '/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/v1/chat/completions',
    )
    upstream.script(json({ result: [{ name: '@cf/a/b' }, { id: 'no name' }], success: true }))
    expect(await modelsOf('@cf/meta/llama-3.1-8b-instruct')).toEqual(['@cf/a/b'])
    expect(upstream.last().path).toStartWith(
      '/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/models/search?',
    )
  })

  test('lists models for a channel that is being filled in', async () => {
    upstream.script(json({ result: [{ name: '@cf/a/b' }], success: true }))
    const draft = { type: 39, base_url: upstream.url, key: KEY, other: 'my-account' }
    expect(await gateway.services.channels.draftModels(TEST_ACTOR, draft)).toEqual(['@cf/a/b'])
    expect(upstream.last().path).toStartWith('/client/v4/accounts/my-account/ai/models/search?')
  })

  test.each(['', '../../user', 'an id'])('has no channel for the account %p', async (other) => {
    const input = { type: 39, name: 'n', models: 'm', key: 'k', other }
    const made = gateway.services.channels.create(TEST_ACTOR, input)
    expect(await made.catch((error) => error)).toMatchObject({
      id: 'channel.field_invalid',
      params: { field: 'other', reason: 'reason.account_id' },
    })
  })
})

describe('a type that is gone', () => {
  test.each([
    [11, 'Google Gemini'],
    [21, 'Knowledge base: FastGPT'],
  ])('can be kept (%i), rests, and says what to use instead', async (type, successor) => {
    const input = { type, name: `type ${type}`, models: `of-${type}`, key: 'k' }
    const [made] = await gateway.services.channels.create(TEST_ACTOR, input)
    const id = made?.id ?? 0
    expect(made?.status).toBe(2)
    const woken = gateway.services.channels.enable(TEST_ACTOR, { id })
    expect(await woken.catch((error) => error)).toMatchObject({
      id: 'channel.type_retired',
      params: { successor },
    })
    const tested = await gateway.cli(['channel', 'test', String(id)])
    expect(tested.stderr + tested.stdout).toContain(successor)
    const shown = await gateway.cli(['channel', 'list'])
    expect(shown.stdout).toContain(`retired, use ${successor}`)
  })
})
