/** What clients, users and administrators are told of limits, and what they may do about them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { LimitInput } from '../../server/domain/limits/limit-input'
import { type ApiCaller, apiClient } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, told } from './black-box'
import { answerOf, DEAR } from './dear-model'

/** 12:00:30 in UTC, 20:00:30 in Shanghai. */
const START = Date.UTC(2026, 10, 22, 12, 0, 30)
const USD = 500_000

const clock = { now: START, nowMs: () => clock.now, monotonicMs: () => clock.now }
let upstream: Awaited<ReturnType<typeof startUpstream>>
let gateway: Gateway
let admin: ApiCaller
let ann: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(answerOf(50))
  gateway = await startGateway({
    clock,
    users: [{ username: 'ann', password: 'correct horse battery' }, { username: 'bob' }],
    tokens: [{ name: 'app' }, { name: 'other', username: 'bob' }],
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  admin = await apiClient(gateway).as('admin')
  ann = await apiClient(gateway).login('ann')
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

async function withLimits(
  limits: readonly LimitInput[],
  check: () => Promise<void>,
  setBy: 'admin' | 'owner' = 'admin',
): Promise<void> {
  clock.now += 3_600_000
  const named = { subject: 'token', key: String(gateway.tokenIds[0]) } as const
  await gateway.services.limits.set(TEST_ACTOR, { ...named, limits, setBy })
  await check()
  const gone = limits.map((limit) => ({ ...limit, amount: null }))
  await gateway.services.limits.set(TEST_ACTOR, { ...named, limits: gone, setBy })
}

const openai = (more: object = {}) => told(gateway.post(PATH_OF.openai, ask('openai', more)))
const claude = () => told(gateway.post(PATH_OF.claude, ask('claude')))
const message = (text: string) => JSON.parse(text).error.message.replace(/ \(request id.*/, '')

describe('a refusal', () => {
  test('of a rate says how long to wait, in text and headers', async () => {
    await withLimits([{ kind: 'requests', window: 'minute', amount: 2 }], async () => {
      const first = await openai()
      expect(Object.fromEntries(first.headers)).toMatchObject({
        'x-ratelimit-limit-requests': '2',
        'x-ratelimit-remaining-requests': '1',
        'x-ratelimit-reset-requests': '1m5s',
      })
      clock.now += 10_000
      await openai()
      const { status, headers, text } = await openai()
      expect(status).toBe(429)
      expect(message(text)).toBe(
        'Limit reached: 2 requests per minute for token "app"; 2 used, 0 left, 1 needed. ' +
          'Try again in 55 seconds.',
      )
      expect(headers.get('retry-after')).toBe('55')
      expect(headers.get('x-ratelimit-remaining-requests')).toBe('0')
      expect(headers.has('x-should-retry')).toBe(false)
      expect(JSON.parse(text).error).toMatchObject({ code: 'rate_limit_exceeded' })
      const other = await claude()
      expect(other.status).toBe(429)
      expect(Object.fromEntries(other.headers)).toMatchObject({
        'anthropic-ratelimit-requests-limit': '2',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': new Date(clock.now + 55_000)
          .toISOString()
          .replace('.000', ''),
      })
      expect(JSON.parse(other.text).error.type).toBe('rate_limit_error')
    })
  })

  test('of a budget says until when, in the zone of the limit, and that it is final', async () => {
    const budget = { kind: 'budget', window: 'day', amount: 411, zone: 'Asia/Shanghai' } as const
    await withLimits([{ ...budget, start_hour: 6 }], async () => {
      expect((await openai()).status).toBe(200)
      const { status, headers, text } = await openai()
      expect([status, headers.get('x-should-retry')]).toEqual([403, 'false'])
      expect(headers.has('retry-after')).toBe(false)
      const said = message(text)
      expect(said).toStartWith('Limit spent: $0.000822 of budget per day for token "app"; ')
      expect(said).toEndWith(
        'It resets on 2026-11-23 06:00 (Asia/Shanghai). ' +
          'If you need more, ask your administrator to raise it.',
      )
    })
  })

  test('speaks Chinese to whoever wants it', async () => {
    await withLimits([{ kind: 'concurrency', window: 'now', amount: 0 }], async () => {
      await gateway.services.options.set(TEST_ACTOR, { key: 'global.error_language', value: 'zh' })
      const { text } = await openai()
      await gateway.services.options.set(TEST_ACTOR, { key: 'global.error_language', value: 'en' })
      expect(message(text)).toContain('已达到令牌“app”的限制：同时最多 0 个并发请求')
    })
  })

  test('of what can never fit is final, however soon the window ends', async () => {
    await withLimits([{ kind: 'tokens', window: 'minute', amount: 5 }], async () => {
      const { status, headers } = await openai()
      expect([status, headers.get('x-should-retry')]).toEqual([403, 'false'])
    })
  })
})

describe('an answer in one piece', () => {
  test('is asked for no more tokens than its limits leave', async () => {
    await withLimits([{ kind: 'tokens', window: 'day', amount: 100 }], async () => {
      expect((await openai({ max_tokens: 5000 })).status).toBe(200)
      expect(Object(upstream.last().json).max_tokens).toBeLessThan(100)
    })
  })
})

describe('the management API', () => {
  const id = () => String(gateway.tokenIds[0])
  const budget = (amount: number | null) => [{ kind: 'budget', window: 'day', amount }]

  test('lets owners limit their own tokens, beside what admins have set', async () => {
    const own = { subject: 'token', key: id() }
    await admin.put('/api/limit/', { ...own, limits: budget(3 * USD) })
    const higher = await ann.put('/api/limit/self', { ...own, limits: budget(9 * USD) })
    expect(higher.body.success).toBe(true)
    const { body } = await ann.get('/api/limit/self')
    const shown = body.data.map((row: { set_by: string; amount: number }) => [
      row.set_by,
      row.amount,
    ])
    expect(shown.sort()).toEqual([
      ['admin', 3 * USD],
      ['owner', 9 * USD],
    ])
    const [byAdmin] = body.data.filter((row: { set_by: string }) => row.set_by === 'admin')
    const refused = await ann.delete(`/api/limit/self/${byAdmin.id}`)
    expect(refused.body).toMatchObject({ success: false, code: 'limit.not_found' })
    const [byOwner] = body.data.filter((row: { set_by: string }) => row.set_by === 'owner')
    expect((await ann.delete(`/api/limit/self/${byOwner.id}`)).body.success).toBe(true)
    await admin.put('/api/limit/', { ...own, limits: budget(null) })
    expect((await ann.get('/api/limit/self')).body.data).toEqual([])
  })

  test.each([
    ['a token of somebody else', () => ({ subject: 'token', key: String(gateway.tokenIds[1]) })],
    ['another user', () => ({ subject: 'user', key: String(gateway.userIds[1]) })],
    ['the group', () => ({ subject: 'group', key: 'default' })],
    ['a channel', () => ({ subject: 'channel', key: String(gateway.channelIds[0]) })],
  ])('refuses a user who limits %s', async (_what, named) => {
    const answer = await ann.put('/api/limit/self', { ...named(), limits: budget(1) })
    expect(answer.body.success).toBe(false)
    expect((await admin.get('/api/limit/?subject=user')).body.data).toEqual([])
    expect((await ann.put('/api/limit/', { ...named(), limits: budget(1) })).body.success).toBe(
      false,
    )
  })

  test.each([
    [{ kind: 'budget', window: 'now', amount: 1 }],
    [{ kind: 'concurrency', window: 'day', amount: 1 }],
    [{ kind: 'requests', window: 'minute', amount: -1 }],
    [{ kind: 'requests', window: 'minute', amount: 1.5 }],
    [{ kind: 'requests', window: 'fortnight', amount: 1 }],
    [{ kind: 'requests', window: 'day', amount: 1, zone: 'Mars/Olympus' }],
    [{ kind: 'requests', window: 'day', amount: 1, start_hour: 24 }],
  ])('refuses %j', async (wrong) => {
    const good = { kind: 'tokens', window: 'day', amount: 5 }
    const body = { subject: 'token', key: id(), limits: [good, wrong] }
    expect((await admin.put('/api/limit/', body)).body.success).toBe(false)
    expect((await admin.get('/api/limit/?subject=token')).body.data).toEqual([])
  })

  test('a limit holds for calls that begin once it was set, and no longer than it is', async () => {
    const named = { subject: 'token', key: id() }
    await admin.put('/api/limit/', { ...named, limits: budget(0) })
    expect((await openai()).status).toBe(403)
    await admin.put('/api/limit/', { ...named, limits: budget(null) })
    expect((await openai()).status).toBe(200)
  })
})

test('a key alone tells a status line what is left', async () => {
  const limits = [
    { kind: 'budget', window: 'day', amount: USD },
    { kind: 'requests', window: 'minute', amount: 10 },
  ] as const
  await withLimits(limits, async () => {
    await openai()
    await gateway.idle()
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    const answer = await fetch(`${gateway.url}/v1/token/usage`, { headers })
    expect(await answer.json()).toMatchObject({
      object: 'token_usage',
      currency: 'USD',
      token: { name: 'app' },
      user: { remaining: expect.any(Number) },
      limits: [
        { subject: 'token', name: 'app', kind: 'budget', unit: 'usd', limit: 1, used: 410 / USD },
        { kind: 'requests', window: 'minute', limit: 10, used: 1, remaining: 9 },
      ],
    })
    const nobody = await fetch(`${gateway.url}/v1/token/usage`)
    expect(nobody.status).toBe(401)
  })
})
