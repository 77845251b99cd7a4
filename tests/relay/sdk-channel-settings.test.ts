/** What a channel's own fields and its type change on the way to the upstream. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { newestLog, readBooks } from '../contracts/books'
import { owed } from '../contracts/formula'
import { startForwardProxy } from '../contracts/forward-proxy'
import { type Gateway, type GatewayOptions, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { type ChannelSeed, TEST_ACTOR } from '../support/seed'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream(({ json: body, path }) => {
    const folder = path.includes('generateContent')
      ? 'gemini'
      : path.includes('/messages')
        ? 'anthropic'
        : 'openai'
    const isStream = typeof body === 'object' && body !== null && 'stream' in body && body.stream
    return isStream
      ? sse([fixture(`${folder}/chat-text.sse`)])
      : json(fixture(`${folder}/chat-text.json`))
  })
})

afterAll(() => upstream.stop())

function gatewayWith(channel: ChannelSeed, rest: GatewayOptions = {}): Promise<Gateway> {
  return startGateway({ channels: [{ upstream, ...channel }], ...rest })
}

function chat(gateway: Gateway, model: string, extra: object = {}): Promise<Response> {
  const body = { model, messages: [{ role: 'user', content: 'Hi' }], ...extra }
  return gateway.post('/v1/chat/completions', body)
}

describe('model_mapping', () => {
  const mapping = JSON.stringify({ mine: 'b', b: 'c', c: 'gpt-4o', own: 'own' })

  test('is followed through a chain, and the price is that of the name asked for', async () => {
    await using gateway = await gatewayWith(
      { models: ['mine', 'own'], model_mapping: mapping },
      { options: { ModelRatio: { mine: 2, 'gpt-4o': 50 }, CompletionRatio: { mine: 3 } } },
    )
    const answer = await gateway.openai().chat.completions.create({
      model: 'mine',
      messages: [{ role: 'user', content: 'Hi' }],
    })
    expect(answer.choices[0]?.message.content).toStartWith('Grüße')
    expect(upstream.last().json).toMatchObject({ model: 'gpt-4o' })
    expect(newestLog(await readBooks(gateway))).toMatchObject({
      model_name: 'mine',
      quota: owed({ prompt: 12, completion: 9 }, { model: '2', completion: '3' }),
      details: { is_model_mapped: true, upstream_model_name: 'gpt-4o' },
    })
  })

  test('changes nothing but the name in the bytes that pass through', async () => {
    await using gateway = await gatewayWith(
      { models: 'mine', model_mapping: mapping },
      { options: { ModelRatio: { mine: 2 } } },
    )
    const body = '{ "model" : "mine","x": 1e2, "messages":[{"role":"user","content":"\\u00fc"}]}'
    await gateway.post('/v1/chat/completions', body)
    expect(upstream.last().bodyText).toBe(body.replace('"mine"', '"gpt-4o"'))
  })

  test('of a name to itself is none', async () => {
    await using gateway = await gatewayWith(
      { models: 'own', model_mapping: mapping },
      { options: { ModelRatio: { own: 1 } } },
    )
    await chat(gateway, 'own')
    expect(upstream.last().json).toMatchObject({ model: 'own' })
    expect(newestLog(await readBooks(gateway)).details).not.toHaveProperty('is_model_mapped')
  })

  test('that loops is refused when the channel is saved', async () => {
    const model_mapping = '{"a":"b","b":"a"}'
    await expect(gatewayWith({ models: 'a', model_mapping })).rejects.toMatchObject({
      id: 'channel.field_invalid',
    })
  })

  test('reaches the address of a Gemini model and the limits of a Claude one', async () => {
    await using gemini = await gatewayWith(
      { type: 24, models: 'fast', model_mapping: '{"fast":"gemini-2.5-flash"}' },
      { options: { ModelRatio: { fast: 1 } } },
    )
    await chat(gemini, 'fast')
    expect(upstream.last().path).toBe('/v1beta/models/gemini-2.5-flash:generateContent')
    await using claude = await gatewayWith(
      { type: 14, models: 'smart', model_mapping: '{"smart":"claude-sonnet-4-6"}' },
      {
        options: {
          ModelRatio: { smart: 1 },
          'claude.default_max_tokens': { default: 10, 'claude-sonnet-4-6': 4321 },
        },
      },
    )
    await claude.post('/v1/messages', {
      model: 'smart',
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(upstream.last().json).toMatchObject({ model: 'claude-sonnet-4-6', max_tokens: 4321 })
  })
})

describe('param_override', () => {
  const param_override = '{"temperature":0,"x_new":{"a":1}}'

  for (const [type, model] of [
    [1, 'gpt-4o'],
    [14, 'claude-sonnet-4-6'],
    [24, 'gemini-2.5-flash'],
  ] as const) {
    test(`is written over the body for channel type ${type}`, async () => {
      await using gateway = await gatewayWith({ type, models: model, param_override })
      await chat(gateway, model, { temperature: 0.9 })
      expect(upstream.last().json).toMatchObject({ temperature: 0, x_new: { a: 1 } })
    })
  }

  test('leaves the rest of a body that would pass through', async () => {
    await using gateway = await gatewayWith({ models: 'gpt-4o', param_override })
    await chat(gateway, 'gpt-4o', { x_other: [1, 2], max_tokens: 5 })
    expect(upstream.last().json).toEqual({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hi' }],
      x_other: [1, 2],
      max_tokens: 5,
      temperature: 0,
      x_new: { a: 1 },
    })
  })
})

describe('a proxy of its own', () => {
  test('carries the calls of the channel, with its password', async () => {
    await using proxy = await startForwardProxy()
    const setting = JSON.stringify({ proxy: `http://ann:secret@127.0.0.1:${proxy.port}` })
    await using gateway = await gatewayWith({ models: 'gpt-4o', setting })
    for (const stream of [false, true]) {
      const response = await chat(gateway, 'gpt-4o', { stream })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Grüße')
    }
    expect(proxy.asked[0]).toContain(`127.0.0.1:${upstream.port}`)
    expect(proxy.credentials[0]).toBe(`Basic ${btoa('ann:secret')}`)
    expect(upstream.last().headers).not.toHaveProperty('proxy-authorization')
  })

  test('that is down fails the call, which never goes round it', async () => {
    const proxy = await startForwardProxy()
    const setting = JSON.stringify({ proxy: `http://127.0.0.1:${proxy.port}` })
    await proxy[Symbol.asyncDispose]()
    const before = upstream.requests.length
    await using gateway = await gatewayWith({ models: 'gpt-4o', setting })
    const response = await chat(gateway, 'gpt-4o')
    expect(response.status).toBe(502)
    expect(upstream.requests).toHaveLength(before)
  })
})

describe('channel types', () => {
  test('OpenAI names the organization', async () => {
    await using gateway = await gatewayWith({ models: 'gpt-4o', openai_organization: 'org-7' })
    await chat(gateway, 'gpt-4o')
    expect(upstream.last().headers).toMatchObject({ 'openai-organization': 'org-7' })
  })

  test('Azure has the deployment in the path and the key in its own header', async () => {
    await using gateway = await gatewayWith(
      { type: 3, models: 'gpt-3.5-turbo', key: 'az', other: '2025-01-01' },
      { options: { RetryTimes: 0 } },
    )
    await chat(gateway, 'gpt-3.5-turbo')
    expect(upstream.last()).toMatchObject({
      path: '/openai/deployments/gpt-35-turbo/chat/completions?api-version=2025-01-01',
      headers: { 'api-key': 'az' },
    })
    expect(upstream.last().headers).not.toHaveProperty('authorization')
    const call = gateway.openai().moderations.create({ model: 'gpt-3.5-turbo', input: 'x' })
    expect(await failureOf(call)).toMatchObject({ status: 404 })
  })

  test('a custom channel has its whole address in the base URL', async () => {
    await using gateway = await startGateway({
      channels: [
        { type: 8, models: 'gpt-4o', base_url: `${upstream.url}/deep/{model}/ask?v=1`, key: 'c' },
      ],
    })
    await chat(gateway, 'gpt-4o')
    expect(upstream.last()).toMatchObject({
      path: '/deep/gpt-4o/ask?v=1',
      headers: { authorization: 'Bearer c' },
    })
  })

  test("MiniMax is asked at OpenAI's own path, which it has by now", async () => {
    await using gateway = await gatewayWith({ type: 35, models: 'MiniMax-M2.5' })
    await chat(gateway, 'MiniMax-M2.5')
    expect(upstream.last().path).toBe('/v1/chat/completions')
  })

  test("DeepSeek's own names of cached tokens are understood", async () => {
    await using deepseek = await startUpstream(
      json({
        ...JSON.parse(fixture('openai/chat-text.json')),
        usage: {
          prompt_tokens: 3000,
          completion_tokens: 1000,
          total_tokens: 4000,
          prompt_cache_hit_tokens: 2000,
          prompt_cache_miss_tokens: 1000,
        },
      }),
    )
    await using gateway = await startGateway({
      channels: [{ type: 43, models: 'deepseek-reasoner', upstream: deepseek }],
    })
    await chat(gateway, 'deepseek-reasoner')
    expect(newestLog(await readBooks(gateway))).toMatchObject({
      // (1000 + 2000 × 0.25 + 1000 × 4) × 0.275 = 1512.5
      quota: 1513,
      prompt_tokens: 3000,
      details: { cache_tokens: 2000, cache_ratio: 0.25 },
    })
  })

  test('one that may not ask for usage counts what it streamed', async () => {
    const frames = fixture('openai/chat-text.sse').replace(
      /data: [^\n]*"choices":\[\][^\n]*\n\n/,
      '',
    )
    await using silent = await startUpstream(sse([frames]))
    await using gateway = await startGateway({
      channels: [{ type: 8, models: 'gpt-4o', base_url: `${silent.url}/x` }],
    })
    await (await chat(gateway, 'gpt-4o', { stream: true })).text()
    expect(silent.last().json).not.toHaveProperty('stream_options')
    const log = newestLog(await readBooks(gateway))
    expect(log.details).toMatchObject({ counted_by: 'tokenizer' })
    expect(log.completion_tokens).toBeGreaterThan(8)
    expect(log.completion_tokens).toBeLessThan(20)
    const { prompt_tokens: prompt, completion_tokens: completion } = log
    expect(log.quota).toBe(owed({ prompt, completion }, { model: '1.25', completion: '4' }))
  })
})

test('a mapping broken by another program is refused and named', async () => {
  await using gateway = await gatewayWith({ models: 'gpt-4o' })
  const id = gateway.channelIds[0] ?? 0
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await db.kysely
    .updateTable('channels')
    .set({ model_mapping: '{"gpt-4o":"b","b":"gpt-4o"}' })
    .execute()
  await db.close()
  // Any change of a channel makes the gateway read them all again.
  await gateway.services.channels.disable(TEST_ACTOR, { id })
  await gateway.services.channels.enable(TEST_ACTOR, { id })
  const before = upstream.requests.length
  const error = await failureOf(
    gateway.openai().chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  )
  expect(error).toMatchObject({ status: 500, code: 'model_mapped_error' })
  expect(upstream.requests).toHaveLength(before)
  const { userQuota, logs } = await readBooks(gateway)
  expect(userQuota).toBe(100_000_000)
  expect(logs[0]).toMatchObject({ type: 5, quota: 0 })
})
