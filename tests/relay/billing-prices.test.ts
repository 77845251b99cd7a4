/** Which price a call has, and everything that a bill must never do. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type LogEntry, newestLog, readBooks } from '../contracts/books'
import { owed, owedPerCall } from '../contracts/formula'
import { type Gateway, type GatewayOptions, startGateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { fixture, frames, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'

let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream(json({}))
})

afterAll(() => upstream.stop())

/** An answer that used so many tokens. */
function answerWith(prompt: number, completion: number) {
  return json({
    ...JSON.parse(fixture('openai/chat-text.json')),
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    },
  })
}

interface Spent {
  readonly status: number
  readonly charge: number
  readonly tokenCharge: number
  readonly calls: number
  readonly log: LogEntry
}

interface Ask {
  readonly model?: string
  readonly key?: string | undefined
  readonly extra?: object
}

async function spend(gateway: Gateway, { model = 'gpt-4o', key, extra }: Ask = {}): Promise<Spent> {
  const before = await readBooks(gateway)
  const body = { model, messages: [{ role: 'user', content: 'Hi' }], ...extra }
  const response = await gateway.post('/v1/chat/completions', body, key ? { key } : {})
  await response.text()
  const after = await readBooks(gateway)
  return {
    status: response.status,
    charge: before.userQuota - after.userQuota,
    tokenCharge: before.tokenRemain - after.tokenRemain,
    calls: after.requestCount - before.requestCount,
    log: newestLog(after),
  }
}

function gatewayFor(models: string | readonly string[], rest: GatewayOptions = {}) {
  return startGateway({ channels: [{ models, upstream }], ...rest })
}

describe('the price of a model', () => {
  test('per call counts no tokens', async () => {
    await using gateway = await gatewayFor('picture', {
      options: { ModelPrice: { picture: 0.0123457 } },
    })
    upstream.script(answerWith(5000, 70))
    const { charge, log } = await spend(gateway, { model: 'picture' })
    expect(charge).toBe(owedPerCall('0.0123457'))
    expect(log).toMatchObject({
      quota: 6173,
      prompt_tokens: 5000,
      details: { model_price: 0.0123457, model_ratio: 0, completion_ratio: 0 },
    })
  })

  test('per call is not owed for an answer without tokens', async () => {
    await using gateway = await gatewayFor('picture', { options: { ModelPrice: { picture: 0.1 } } })
    upstream.script(json('{"error":{"message":"no","type":"x"}}', { status: 400 }))
    expect(await spend(gateway, { model: 'picture' })).toMatchObject({ charge: 0, calls: 0 })
  })

  test('of a family serves all its members', async () => {
    await using gateway = await gatewayFor('gpt-4-gizmo-*')
    upstream.script(answerWith(10, 10))
    const { charge } = await spend(gateway, { model: 'gpt-4-gizmo-g-abc' })
    expect(charge).toBe(50_000)
    expect(upstream.last().json).toMatchObject({ model: 'gpt-4-gizmo-g-abc' })
  })

  test('that nobody set refuses the call before the upstream hears of it', async () => {
    await using gateway = await gatewayFor('unpriced-model')
    const asked = upstream.requests.length
    const response = await gateway.post('/v1/chat/completions', {
      model: 'unpriced-model',
      messages: [{ role: 'user', content: 'Hi' }],
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'model_price_error' } })
    expect(upstream.requests).toHaveLength(asked)
    expect((await readBooks(gateway)).userQuota).toBe(PLENTY)
  })

  test('that nobody set is dear for who uses the gateway alone', async () => {
    await using gateway = await gatewayFor('unpriced-model', {
      options: { SelfUseModeEnabled: 'true' },
    })
    upstream.script(answerWith(100, 100))
    expect((await spend(gateway, { model: 'unpriced-model' })).charge).toBe(7500)
  })

  for (const [prompt, charge] of [
    [1, 0],
    [6, 0],
    [7, 1],
  ] as const) {
    test(`small amounts round once: ${prompt} tokens at 0.075 cost ${charge}`, async () => {
      await using gateway = await gatewayFor('gpt-4o-mini')
      upstream.script(answerWith(prompt, 0))
      const spent = await spend(gateway, { model: 'gpt-4o-mini' })
      expect(spent).toMatchObject({ status: 200, charge, tokenCharge: charge, calls: 1 })
    })
  }

  test('of nothing is free and still counts the call', async () => {
    await using gateway = await gatewayFor('gratis', { options: { ModelRatio: { gratis: 0 } } })
    upstream.script(answerWith(100, 100))
    expect(await spend(gateway, { model: 'gratis' })).toMatchObject({ charge: 0, calls: 1 })
  })
})

describe('the group', () => {
  const options = {
    GroupRatio: { default: 0.8, vip: 0.5 },
    UserUsableGroups: { default: 'everybody', vip: 'the few' },
  }

  test('of the user multiplies the price, exactly', async () => {
    await using gateway = await gatewayFor('claude-3-5-sonnet-20240620', { options })
    upstream.script(answerWith(1234, 567))
    const { charge, log } = await spend(gateway, { model: 'claude-3-5-sonnet-20240620' })
    // 4882.8 in the reference's own example.
    const ratios = { model: '1.5', completion: '5', group: '0.8' }
    expect(charge).toBe(owed({ prompt: 1234, completion: 567 }, ratios))
    expect(charge).toBe(4883)
    expect(log).toMatchObject({ group: 'default', details: { group_ratio: 0.8 } })
  })

  test('of the token wins, for the route and for the price', async () => {
    await using gateway = await startGateway({
      options,
      tokens: [{ group: 'vip' }],
      channels: [{ models: 'gpt-4o', upstream, group: 'vip' }],
    })
    upstream.script(answerWith(1000, 500))
    const { charge, log } = await spend(gateway)
    expect(charge).toBe(owed({ prompt: 1000, completion: 500 }, { ...GPT_4O, group: '0.5' }))
    expect(log).toMatchObject({ group: 'vip', details: { group_ratio: 0.5 } })
  })

  test('multiplies a price per call', async () => {
    await using gateway = await gatewayFor('picture', {
      options: { ...options, ModelPrice: { picture: 0.04 } },
    })
    upstream.script(answerWith(1, 1))
    const { charge } = await spend(gateway, { model: 'picture' })
    expect(charge).toBe(owedPerCall('0.04', '0.8'))
  })
})

const GPT_4O = { model: '1.25', completion: '4', cacheRead: '0.5' }
const CHARGE = owed({ prompt: 1000, completion: 500 }, GPT_4O)

describe('who pays', () => {
  test('a limited token and its user pay the same', async () => {
    await using gateway = await gatewayFor('gpt-4o')
    upstream.script(answerWith(1000, 500))
    expect(CHARGE).toBe(3750)
    expect(await spend(gateway)).toMatchObject({ charge: CHARGE, tokenCharge: CHARGE, calls: 1 })
    const token = await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
    expect(token).toMatchObject({ remain_quota: PLENTY - CHARGE, used_quota: CHARGE, status: 1 })
  })

  test('an unlimited token goes below zero and still works', async () => {
    await using gateway = await gatewayFor('gpt-4o', {
      tokens: [{ unlimited_quota: true, remain_quota: 0 }],
    })
    upstream.script(answerWith(1000, 500))
    await spend(gateway)
    expect(await spend(gateway)).toMatchObject({ status: 200, charge: CHARGE })
    const { tokenRemain, tokenUsed } = await readBooks(gateway)
    expect(tokenRemain).toBe(-2 * CHARGE)
    expect(tokenUsed).toBe(2 * CHARGE)
  })

  test('a token that is spent is refused before the upstream hears of it', async () => {
    await using gateway = await gatewayFor('gpt-4o', { tokens: [{ remain_quota: 700 }] })
    upstream.script(answerWith(1000, 500))
    // The hold fits; of what the answer really took all there is is taken.
    expect(await spend(gateway)).toMatchObject({ status: 200, charge: 700 })
    const asked = upstream.requests.length
    expect(await spend(gateway)).toMatchObject({ status: 401, charge: 0, calls: 0 })
    expect(upstream.requests).toHaveLength(asked)
  })

  test('a user without quota is refused, whatever the token has', async () => {
    await using gateway = await gatewayFor('gpt-4o', { users: [{ quota: 0 }] })
    const asked = upstream.requests.length
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] }
    expect((await gateway.post('/v1/chat/completions', body)).status).toBe(403)
    expect(upstream.requests).toHaveLength(asked)
    expect(await readBooks(gateway)).toMatchObject({
      logs: [{ type: 5, quota: 0 }],
      userQuota: 0,
      requestCount: 0,
    })
  })

  test('only the channel that answered is credited with the use', async () => {
    await using broken = await startUpstream(json({ error: { message: 'no' } }, { status: 500 }))
    await using gateway = await startGateway({
      channels: [
        { models: 'gpt-4o', upstream: broken, priority: 10 },
        { models: 'gpt-4o', upstream },
      ],
    })
    upstream.script(answerWith(1000, 500))
    const { log } = await spend(gateway)
    const { channelsUsed } = await readBooks(gateway)
    expect(channelsUsed).toEqual([0, CHARGE])
    const [first, second] = gateway.channelIds
    expect(log).toMatchObject({
      channel_id: second,
      details: { admin_info: { use_channel: [String(first), String(second)] } },
    })
  })
})

describe('the log of a call', () => {
  test('has every column', async () => {
    await using gateway = await gatewayFor('gpt-4o', { users: [{ username: 'ann' }] })
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    const { log } = await spend(gateway, { extra: { stream: true } })
    expect(log).toMatchObject({
      user_id: gateway.userIds[0],
      username: 'ann',
      token_id: gateway.tokenIds[0],
      token_name: 'token1',
      channel_id: gateway.channelIds[0],
      model_name: 'gpt-4o',
      type: 2,
      is_stream: 1,
      group: 'default',
      ip: '127.0.0.1',
      request_id: expect.stringMatching(/^\d{14}\d+[A-Za-z0-9]{8}$/),
    })
    expect(log.content).toBe('')
    expect(log.details.model_ratio).toBe(1.25)
    expect(log.details.frt).toBeGreaterThanOrEqual(0)
    expect(log.details.admin_info).toEqual({ use_channel: [String(gateway.channelIds[0])] })
  })

  test('of a whole answer has no time to the first byte', async () => {
    await using gateway = await gatewayFor('gpt-4o')
    upstream.script(answerWith(1, 1))
    expect((await spend(gateway)).log.details.frt).toBe(-1000)
  })

  test('says when the tokenizer counted, because the upstream did not', async () => {
    await using gateway = await gatewayFor('gpt-4o')
    const { usage: _, ...silent } = JSON.parse(fixture('openai/chat-text.json'))
    upstream.script(json(silent))
    const { charge, log } = await spend(gateway)
    expect(log.details).toMatchObject({ counted_by: 'tokenizer' })
    const { prompt_tokens: prompt, completion_tokens: completion } = log
    // "Hi" with the frame of a chat, and 33 characters of answer in two scripts.
    expect(prompt).toBe(8)
    expect(completion).toBeGreaterThan(8)
    expect(completion).toBeLessThan(20)
    expect(charge).toBe(owed({ prompt, completion }, GPT_4O))
  })

  test('is left out where the operator wants none, and the bill is not', async () => {
    await using gateway = await gatewayFor('gpt-4o', { options: { LogConsumeEnabled: 'false' } })
    upstream.script(answerWith(1000, 500))
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] }
    await gateway.post('/v1/chat/completions', body)
    expect(await readBooks(gateway)).toMatchObject({
      logs: [],
      userQuota: PLENTY - CHARGE,
      requestCount: 1,
    })
  })

  test('adds up by the hour, unless that is switched off', async () => {
    await using gateway = await gatewayFor('gpt-4o')
    upstream.script(answerWith(1000, 500))
    await spend(gateway)
    await spend(gateway)
    const counted = { count: 2, quota: 2 * CHARGE, tokens: 3000 }
    expect((await readBooks(gateway)).hourly).toEqual(counted)
    const off = { key: 'DataExportEnabled', value: 'false' }
    await gateway.services.options.set(TEST_ACTOR, off)
    await spend(gateway)
    expect((await readBooks(gateway)).hourly).toEqual(counted)
  })
})

test('a price changed in the middle of a stream does not change its bill', async () => {
  await using gateway = await gatewayFor('gpt-4o')
  const held = gate()
  const [first = '', ...others] = frames(fixture('openai/chat-text.sse'))
  upstream.script(sse([first, held, ...others]))
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }], stream: true }
  const response = await gateway.post('/v1/chat/completions', body)
  await gateway.services.options.set(TEST_ACTOR, {
    key: 'ModelRatio',
    value: '{"gpt-4o":1000}',
  })
  held.open()
  await response.text()
  const charge = owed({ prompt: 12, completion: 9 }, GPT_4O)
  expect((await readBooks(gateway)).userQuota).toBe(PLENTY - charge)
})
