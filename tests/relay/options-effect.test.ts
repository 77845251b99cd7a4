/** Options whose effect is on calls and on the figures that clients ask for. */

import { describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '../../server/domain/status'
import { newestLog, readBooks } from '../contracts/books'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { fixture, gate, json, type Script, sse, startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, PRICES, TYPE_OF } from './black-box'

const ANSWER = json(fixture('openai/chat-text.json'))
const SPENT = 30

async function openWith(script: Script, options: Readonly<Record<string, unknown>> = {}) {
  const upstream = await startUpstream(script)
  const gateway = await startGateway({
    channels: [{ upstream, models: MODEL }],
    options: { ...PRICES, RetryTimes: 0, ...options },
  })
  return {
    upstream,
    gateway,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await upstream.stop()
    },
  }
}

async function change(gateway: Gateway, key: string, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  await gateway.services.options.set(TEST_ACTOR, { key, value: text })
}

interface Figures {
  readonly hard_limit_usd: number
  readonly total_usage: number
}

async function figures({ url, keys }: Gateway): Promise<Figures> {
  const headers = { authorization: `Bearer ${keys[0]}` }
  const read = async (path: string) => (await fetch(`${url}${path}`, { headers })).json()
  const { hard_limit_usd } = await read('/v1/dashboard/billing/subscription')
  const { total_usage } = await read('/v1/dashboard/billing/usage')
  return { hard_limit_usd, total_usage }
}

describe('what chat clients show as balance', () => {
  test('is dollars by QuotaPerUnit, or credits without DisplayInCurrencyEnabled', async () => {
    await using open = await openWith(ANSWER, { QuotaPerUnit: 1000 })
    const { gateway } = open
    await gateway.post(PATH_OF.openai, ask('openai'))
    await gateway.idle()
    expect(await figures(gateway)).toEqual({ hard_limit_usd: PLENTY / 1000, total_usage: 3 })
    await change(gateway, 'QuotaPerUnit', 10)
    expect(await figures(gateway)).toEqual({ hard_limit_usd: PLENTY / 10, total_usage: 300 })
    await change(gateway, 'DisplayInCurrencyEnabled', false)
    expect(await figures(gateway)).toEqual({ hard_limit_usd: PLENTY, total_usage: SPENT * 100 })
  })

  test("is the token's, or the user's without DisplayTokenStatEnabled", async () => {
    await using upstream = await startUpstream(ANSWER)
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      users: [{ quota: 5_000_000 }],
      tokens: [{ remain_quota: 1_000_000 }, {}],
      options: PRICES,
    })
    await gateway.post(PATH_OF.openai, ask('openai'), { key: gateway.keys[1] ?? '' })
    await gateway.idle()
    expect(await figures(gateway)).toEqual({ hard_limit_usd: 2, total_usage: 0 })
    await change(gateway, 'DisplayTokenStatEnabled', false)
    const used = (SPENT / 500_000) * 100
    expect(await figures(gateway)).toEqual({ hard_limit_usd: 10, total_usage: used })
  })
})

describe('a price table', () => {
  const cached = json({
    ...JSON.parse(fixture('openai/chat-text.json')),
    usage: {
      prompt_tokens: 100,
      completion_tokens: 0,
      total_tokens: 100,
      prompt_tokens_details: { cached_tokens: 80 },
    },
  })

  for (const [ratio, charge] of [
    [0.25, 40],
    [1, 100],
    [0, 20],
  ] as const) {
    test(`CacheRatio ${ratio} makes 80 of 100 cached tokens cost ${charge} in all`, async () => {
      await using open = await openWith(cached, { CacheRatio: { [MODEL]: ratio } })
      await open.gateway.post(PATH_OF.openai, ask('openai'))
      expect(newestLog(await readBooks(open.gateway)).quota).toBe(charge)
    })
  }

  test('takes the CompletionRatio that was saved last', async () => {
    await using open = await openWith(ANSWER)
    await change(open.gateway, 'CompletionRatio', { [MODEL]: 10 })
    await open.gateway.post(PATH_OF.openai, ask('openai'))
    expect(newestLog(await readBooks(open.gateway)).quota).toBe(12 + 9 * 10)
  })
})

test('PreConsumedQuota is the least that a call holds while it runs', async () => {
  const held = gate()
  const script = json(fixture('openai/chat-text.json'), { before: held })
  await using open = await openWith(script, { PreConsumedQuota: 70_000 })
  const { gateway, upstream } = open
  const answer = gateway.post(PATH_OF.openai, ask('openai'))
  await upstream.waitForRequests(1)
  const { quota } = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  held.open()
  await answer
  expect(PLENTY - quota).toBeGreaterThanOrEqual(70_000)
  expect(PLENTY - quota).toBeLessThan(75_000)
  expect((await readBooks(gateway)).userQuota).toBe(PLENTY - SPENT)
})

test('a balance below PreConsumedQuota is refused before the upstream hears of it', async () => {
  await using upstream = await startUpstream(ANSWER)
  await using gateway = await startGateway({
    users: [{ quota: 100 }],
    tokens: [{ unlimited_quota: true }],
    channels: [{ upstream, models: MODEL }],
    options: { ...PRICES, PreConsumedQuota: 1_000_000 },
  })
  const answer = await gateway.post(PATH_OF.openai, ask('openai'))
  expect([answer.status, upstream.requests.length]).toEqual([403, 0])
})

describe('global.pass_through_request_enabled', () => {
  const PASS = { 'global.pass_through_request_enabled': true }
  const BODY = `{"stream":true, "model": "${MODEL}","messages":[ {"role":"user","content":"hi"}]}`

  async function sent(options: object, type: number): Promise<string> {
    const script = type === TYPE_OF.openai ? sse([fixture('openai/chat-text.sse')]) : json({})
    await using upstream = await startUpstream(script)
    await using gateway = await startGateway({
      channels: [
        {
          upstream,
          type,
          models: MODEL,
          model_mapping: `{"${MODEL}":"mapped"}`,
          param_override: '{"temperature":0}',
        },
      ],
      options: { ...PRICES, RetryTimes: 0, ...options },
    })
    await (await gateway.post(PATH_OF.openai, BODY)).text()
    return upstream.last().bodyText
  }

  test('sends the bytes of a client that speaks as its upstream does', async () => {
    expect(await sent(PASS, TYPE_OF.openai)).toBe(BODY)
  })

  test('and bills such a stream although it asked for no usage of its own', async () => {
    const withoutUsage = fixture('openai/chat-text.sse')
      .split('\n\n')
      .filter((frame) => !frame.includes('"usage":{'))
      .join('\n\n')
    await using open = await openWith(sse([withoutUsage]), PASS)
    await (await open.gateway.post(PATH_OF.openai, BODY)).text()
    const log = newestLog(await readBooks(open.gateway))
    expect(log.details).toMatchObject({ counted_by: 'tokenizer' })
    expect(log.quota).toBeGreaterThan(0)
  })

  test('does not log a mapping that was not applied', async () => {
    await using upstream = await startUpstream(ANSWER)
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL, model_mapping: `{"${MODEL}":"mapped"}` }],
      options: { ...PRICES, ...PASS },
    })
    await gateway.post(PATH_OF.openai, ask('openai'))
    expect(newestLog(await readBooks(gateway)).details.is_model_mapped).toBeUndefined()
    expect(JSON.parse(upstream.last().bodyText).model).toBe(MODEL)
  })

  test('leaves translation to other upstreams as it is', async () => {
    const body = JSON.parse(await sent(PASS, TYPE_OF.anthropic))
    expect(body).toMatchObject({ model: 'mapped', temperature: 0 })
  })

  test('is off by default: mapping, override and usage are written into the body', async () => {
    expect(JSON.parse(await sent({}, TYPE_OF.openai))).toMatchObject({
      model: 'mapped',
      temperature: 0,
      stream_options: { include_usage: true },
    })
  })
})

test('claude.thinking_adapter_max_tokens is one row of claude.default_max_tokens', async () => {
  await using upstream = await startUpstream(json(fixture('anthropic/chat-text.json')))
  await using gateway = await startGateway({
    channels: [{ upstream, type: TYPE_OF.anthropic, models: MODEL }],
    options: { ...PRICES, 'claude.default_max_tokens': { default: 111, other: 222 } },
  })
  const maxTokens = async () => {
    await gateway.post(PATH_OF.openai, ask('openai'))
    return JSON.parse(upstream.last().bodyText).max_tokens
  }
  expect(await maxTokens()).toBe(111)
  await change(gateway, 'claude.thinking_adapter_max_tokens', 333)
  expect(await maxTokens()).toBe(333)
  await change(gateway, 'claude.default_max_tokens', { default: 444 })
  expect(await maxTokens()).toBe(444)
})

describe('a model without a price', () => {
  const NOT_PRICED = { ModelRatio: {}, CompletionRatio: {}, ModelPrice: {} }
  const status = async ({ post }: Gateway) => (await post(PATH_OF.openai, ask('openai'))).status

  test('is refused unless SelfUseModeEnabled takes it as very dear', async () => {
    await using open = await openWith(ANSWER, NOT_PRICED)
    const { gateway, upstream } = open
    const refused = await gateway.post(PATH_OF.openai, ask('openai'))
    expect(refused.status).toBe(400)
    expect((await refused.json()).error).toMatchObject({ code: 'model_price_error' })
    expect(upstream.requests).toHaveLength(0)
    await change(gateway, 'SelfUseModeEnabled', true)
    expect(await status(gateway)).toBe(200)
    const { logs } = await readBooks(gateway)
    const billed = logs.find(({ type }) => type === LOG_TYPE.consumption)
    expect(billed?.details).toMatchObject({ model_ratio: 37.5 })
    await change(gateway, 'SelfUseModeEnabled', false)
    expect(await status(gateway)).toBe(400)
  })

  test('is open to the user who accepts that, and to nobody else', async () => {
    await using upstream = await startUpstream(ANSWER)
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      users: [{ username: 'ann' }, { username: 'bob' }],
      tokens: [{ username: 'ann' }, { username: 'bob' }],
      options: NOT_PRICED,
    })
    const ann = { ...TEST_ACTOR, kind: 'user', id: gateway.userIds[0] ?? 0 } as const
    const setting = { notify_type: 'email', quota_warning_threshold: 1, language: 'zh' } as const
    await gateway.services.notifications.setSetting(ann, {
      ...setting,
      accept_unset_model_ratio_model: true,
    })
    expect(await status(gateway)).toBe(200)
    const key = gateway.keys[1] ?? ''
    expect((await gateway.post(PATH_OF.openai, ask('openai'), { key })).status).toBe(400)
    await gateway.services.notifications.setSetting(ann, {
      ...setting,
      accept_unset_model_ratio_model: false,
    })
    expect(await status(gateway)).toBe(400)
  })
})
