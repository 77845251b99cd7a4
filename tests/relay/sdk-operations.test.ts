/** Everything that is not chat: embeddings, moderations, old completions, counting tokens. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newestLog, readBooks } from '../contracts/books'
import { owed } from '../contracts/formula'
import { type Aimock, startAimock } from '../support/aimock'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf, openaiClient } from '../support/sdk'
import { fixture, html, json, sse, startUpstream, type Upstream } from '../support/upstream'

const EMBEDDER = 'text-embedding-3-small'
const GEMINI_EMBEDDER = 'gemini-embedding-001'
const INSTRUCT = 'gpt-3.5-turbo-instruct'
const CLAUDE = 'claude-sonnet-4-6'

let aimock: Aimock
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  aimock = await startAimock()
  aimock.embeds('grüezi', [0.25, -0.5, 1])
  aimock.mock.onModerate('hurt', { flagged: true, categories: { violence: true } })
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 1, models: [EMBEDDER, 'text-moderation-stable'], upstream: aimock },
      { type: 1, models: [INSTRUCT, 'gpt-4o'], upstream },
      { type: 24, models: GEMINI_EMBEDDER, upstream },
      { type: 14, models: CLAUDE, upstream },
    ],
    options: { RetryTimes: 0 },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([aimock.stop(), upstream.stop()])
})

describe('embeddings of an OpenAI channel', () => {
  test('equal a direct call', async () => {
    const ask = (url: string, key: string) =>
      openaiClient(url, key).embeddings.create({ model: EMBEDDER, input: ['grüezi', 'grüezi'] })
    const [key = ''] = gateway.keys
    const { usage, ...through } = await ask(gateway.url, key)
    const { usage: _, ...direct } = await ask(aimock.url, 'k')
    expect({ ...through, _request_id: '' }).toEqual({ ...direct, _request_id: '' })
    // The mock counts nothing; the client is told what it pays for.
    expect(usage.prompt_tokens).toBe(newestLog(await readBooks(gateway)).prompt_tokens)
    expect(through.data.map(({ embedding }) => embedding)).toEqual([
      [0.25, -0.5, 1],
      [0.25, -0.5, 1],
    ])
  })

  test('are asked for by the path of old clients as well', async () => {
    const body = { input: 'grüezi', encoding_format: 'float' }
    const response = await gateway.post(`/v1/engines/${EMBEDDER}/embeddings`, body)
    expect(await response.json()).toMatchObject({ data: [{ embedding: [0.25, -0.5, 1] }] })
  })

  test('without input are refused before any upstream hears of them', async () => {
    const before = upstream.requests.length
    const call = gateway.openai().embeddings.create({ model: GEMINI_EMBEDDER, input: [] })
    expect(await failureOf(call)).toMatchObject({ status: 400 })
    expect(upstream.requests).toHaveLength(before)
  })
})

describe('embeddings of a Gemini channel', () => {
  test('are asked for in one batch and come back in order, as floats', async () => {
    upstream.script(json(fixture('gemini/embeddings.json')))
    const answer = await gateway.openai().embeddings.create({
      model: GEMINI_EMBEDDER,
      input: ['one', 'two'],
      dimensions: 3,
      encoding_format: 'float',
    })
    expect(answer).toMatchObject({
      object: 'list',
      model: GEMINI_EMBEDDER,
      data: [
        { object: 'embedding', index: 0, embedding: [0.25, -0.5, 1] },
        { object: 'embedding', index: 1, embedding: [0.125, 0, -2] },
      ],
    })
    const { path, json: asked } = upstream.last()
    expect(path).toBe(`/v1beta/models/${GEMINI_EMBEDDER}:batchEmbedContents`)
    const model = `models/${GEMINI_EMBEDDER}`
    expect(asked).toEqual({
      requests: ['one', 'two'].map((text) => ({
        model,
        content: { parts: [{ text }] },
        outputDimensionality: 3,
      })),
    })
  })

  test('come back packed when the SDK asks for that, as it does by default', async () => {
    upstream.script(json(fixture('gemini/embeddings.json')))
    const answer = await gateway
      .openai()
      .embeddings.create({ model: GEMINI_EMBEDDER, input: ['one', 'two'] })
    expect(answer.data.map(({ embedding }) => embedding)).toEqual([
      [0.25, -0.5, 1],
      [0.125, 0, -2],
    ])
  })

  test('are billed by the tokenizer, because Gemini counts nothing', async () => {
    upstream.script(json(fixture('gemini/embeddings.json')))
    const before = await readBooks(gateway)
    const input = ['hello '.repeat(100), 'world '.repeat(100)]
    await gateway.openai().embeddings.create({ model: GEMINI_EMBEDDER, input })
    const after = await readBooks(gateway)
    const log = newestLog(after)
    expect(log.prompt_tokens).toBeGreaterThanOrEqual(200)
    expect(log.prompt_tokens).toBeLessThanOrEqual(210)
    expect(log).toMatchObject({ completion_tokens: 0, details: { counted_by: 'tokenizer' } })
    const charge = owed({ prompt: log.prompt_tokens }, { model: '0.075', completion: '1' })
    expect(before.userQuota - after.userQuota).toBe(charge)
  })

  test('of token numbers are refused, because the model cannot read them', async () => {
    const call = gateway.openai().embeddings.create({ model: GEMINI_EMBEDDER, input: [1, 2] })
    expect(await failureOf(call)).toMatchObject({ status: 400 })
  })
})

describe('moderations', () => {
  test('equal a direct call and are billed by the tokenizer', async () => {
    const [key = ''] = gateway.keys
    const ask = (url: string, bearer: string) =>
      openaiClient(url, bearer).moderations.create({
        model: 'text-moderation-stable',
        input: 'I will hurt you',
      })
    const through = await ask(gateway.url, key)
    expect(through.results[0]?.flagged).toBe(true)
    const direct = await ask(aimock.url, 'k')
    expect(through.results).toEqual(direct.results)
    expect(newestLog(await readBooks(gateway))).toMatchObject({
      model_name: 'text-moderation-stable',
      prompt_tokens: 4,
      details: { counted_by: 'tokenizer' },
    })
  })

  test('that name no model get the newest one that a channel has', async () => {
    const answer = await gateway.openai().moderations.create({ input: 'hello' })
    expect(answer.results[0]?.flagged).toBe(false)
    expect(newestLog(await readBooks(gateway)).model_name).toBe('text-moderation-stable')
  })

  test("that name no model get today's of OpenAI, which has a price", async () => {
    const results = [{ flagged: false }]
    await using modern = await startUpstream(json({ id: 'modr-1', results }))
    const models = ['text-moderation-stable', 'omni-moderation-latest']
    await using served = await startGateway({ channels: [{ type: 1, models, upstream: modern }] })
    const answer = await served.openai().moderations.create({ input: 'hello' })
    expect(answer.results).toMatchObject(results)
    // The body gets the name that is billed, whatever the upstream would have taken.
    expect(modern.last().json).toEqual({ input: 'hello', model: 'omni-moderation-latest' })
    expect(newestLog(await readBooks(served)).model_name).toBe('omni-moderation-latest')
  })
})

describe('completions', () => {
  const whole = {
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1_760_000_000,
    model: INSTRUCT,
    choices: [{ text: 'Hello there', index: 0, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
  }

  test('whole ones pass through and are billed', async () => {
    upstream.script(json(whole))
    const before = await readBooks(gateway)
    const answer = await gateway.openai().completions.create({ model: INSTRUCT, prompt: 'Say' })
    expect({ ...answer }).toMatchObject(whole)
    const after = await readBooks(gateway)
    expect(upstream.last().path).toBe('/v1/completions')
    // (5 + 2 × 4/3) × 0.75 = 5.75
    expect(before.userQuota - after.userQuota).toBe(6)
  })

  test('streamed ones pass through without the usage that only the gateway wanted', async () => {
    upstream.script(sse([fixture('openai/completion-text.sse')]))
    const body = { model: INSTRUCT, prompt: 'Say', stream: true as const }
    const before = await readBooks(gateway)
    const texts: string[] = []
    for await (const chunk of await gateway.openai().completions.create(body)) {
      expect(chunk.choices).toHaveLength(1)
      texts.push(chunk.choices[0]?.text ?? '')
    }
    expect(texts.join('')).toBe('Hello there')
    expect(upstream.last().json).toMatchObject({ stream_options: { include_usage: true } })
    const after = await readBooks(gateway)
    expect(before.userQuota - after.userQuota).toBe(6)
    expect(newestLog(after)).toMatchObject({ prompt_tokens: 5, completion_tokens: 2, is_stream: 1 })
  })

  test('of a model that only a Claude channel has are refused', async () => {
    const call = gateway.openai().completions.create({ model: CLAUDE, prompt: 'Say' })
    expect(await failureOf(call)).toMatchObject({ status: 404 })
  })
})

describe('counting tokens', () => {
  const messages = [{ role: 'user' as const, content: 'hello world' }]

  test("is Anthropic's own where there is an Anthropic channel, and free", async () => {
    upstream.script(json({ input_tokens: 42 }))
    const before = await readBooks(gateway)
    const answer = await gateway.anthropic().messages.countTokens({ model: CLAUDE, messages })
    expect(answer.input_tokens).toBe(42)
    expect(upstream.last().path).toBe('/v1/messages/count_tokens')
    expect(upstream.last().json).toEqual({ model: CLAUDE, messages })
    expect(await readBooks(gateway)).toEqual(before)
  })

  for (const [what, reply] of [
    ['has no such route', json({ error: 'not found' }, { status: 404 })],
    ['is broken', html(502)],
    ['answers something else', json({ tokens: 42 })],
  ] as const) {
    test(`is done here when the upstream ${what}, and a header says so`, async () => {
      upstream.script(reply)
      const response = await gateway.post('/v1/messages/count_tokens', { model: CLAUDE, messages })
      expect(response.status).toBe(200)
      const { input_tokens: tokens } = (await response.json()) as { input_tokens: number }
      expect(tokens).toBeGreaterThanOrEqual(2)
      expect(tokens).toBeLessThanOrEqual(12)
      expect(response.headers.get('x-gw-counted-by')).toBe('tokenizer')
    })
  }

  test('is done here for a model of another vendor, without asking it', async () => {
    const asked = upstream.requests.length
    const answer = await gateway.anthropic().messages.countTokens({ model: 'gpt-4o', messages })
    expect(answer.input_tokens).toBeGreaterThanOrEqual(2)
    expect(upstream.requests).toHaveLength(asked)
  })

  test('of nothing is refused in the words of Claude', async () => {
    const response = await gateway.post('/v1/messages/count_tokens', { model: CLAUDE })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error' },
    })
  })
})
