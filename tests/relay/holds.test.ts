/** What a call may cost is bounded by what it holds, whatever is asked and answered. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { gate, json, type Reply, sse, startUpstream } from '../support/upstream'
import {
  ask,
  expectBrokenStream,
  MODEL,
  PATH_OF,
  type ProtocolName,
  TYPE_OF,
  told,
} from './black-box'
import {
  answerOf,
  balances,
  CALLS,
  claims,
  DEAR,
  DONE,
  END,
  frame,
  RATIO,
  rowOf,
  SLICE,
  usageFrame,
  WORDS,
  withQuota,
  writes,
} from './dear-model'

const ASKED = [
  ['without a limit', {}],
  ['with an honest limit', { max_tokens: 12_000 }],
  ['with a limit that the upstream ignores', { max_tokens: 1 }],
] as const

const ANSWERED = [
  ['writes', writes(12_000)],
  ['only claims', claims(12_000)],
] as const

const SPENT = [
  ['a user', (quota: number) => ({ quota, token: { unlimited_quota: true } })],
  ['a token', (quota: number) => ({ quota: PLENTY, token: { remain_quota: quota } })],
] as const

describe.each(SPENT)('64 streams side by side on the quota of %s', (who, limited) => {
  describe.each(ASKED)('asked %s', (_asked, more) => {
    test.each(ANSWERED)(
      'never overdraw when the upstream %s 12,000 tokens',
      async (_how, reply) => {
        // Enough for two and a half answers.
        const quota = 2.5 * RATIO * 12_000
        await withQuota({ reply, ...limited(quota) }, async (gateway) => {
          const pending = Array.from({ length: CALLS }, () =>
            told(gateway.post(PATH_OF.openai, ask('openai', { stream: true, ...more }))),
          )
          const answers = await Promise.all(pending)
          await gateway.idle()
          const left = await balances(gateway)
          expect(who === 'a user' ? left.user : left.token).toBeGreaterThanOrEqual(0)
          for (const { status, text } of answers) {
            if (status !== 200) expect([429, 401, 403]).toContain(status)
            else if (!text.endsWith(DONE)) {
              expect(text.slice(-400)).toMatch(/insufficient_user_quota|token_exhausted/)
            }
          }
        })
      },
    )
  })
})

describe('a stream', () => {
  const start = (gateway: Gateway, more: object = {}) =>
    gateway.post(PATH_OF.openai, ask('openai', { stream: true, ...more }))

  test('holds one slice at first, and more as it writes', async () => {
    const held = gate()
    await withQuota({ reply: writes(20_000, held) }, async (gateway, upstream) => {
      const pending = told(start(gateway))
      await upstream.waitForRequests(1)
      const { user } = await balances(gateway)
      expect(PLENTY - user).toBeGreaterThanOrEqual(SLICE * RATIO)
      expect(PLENTY - user).toBeLessThan((SLICE + 200) * RATIO)
      held.open()
      const { text, requestId } = await pending
      expect(text.slice(-400)).toEndWith(DONE)
      const { row, other } = await rowOf(gateway, requestId)
      expect(row.quota).toBe(10 + RATIO * row.completion_tokens)
      expect(other.uncollected).toBeUndefined()
      const { user: after } = await balances(gateway)
      expect(PLENTY - after).toBe(row.quota)
    })
  })

  test('that can hold no more is cut in the words of its protocol, and billed', async () => {
    const quota = 6_000 * RATIO
    const endless: Reply = { ...writes(60_000), ending: 'hang' }
    await withQuota({ reply: endless, quota }, async (gateway, upstream) => {
      const answer = await told(start(gateway))
      expect(expectBrokenStream(answer, 'openai').code).toBe('insufficient_user_quota')
      await upstream.waitForAbort()
      const { row, other } = await rowOf(gateway, answer.requestId)
      expect(other).toMatchObject({ cut: { by: 'gateway' }, error: 'quota.user_ran_out' })
      // Nobody is cut who could still have paid for more than a few words.
      expect(row.quota).toBeGreaterThan(0.85 * quota)
      expect((await balances(gateway)).user).toBe(quota - row.quota)
    })
  })

  test('that can hold no more is not refunded, whatever its channel does for leavers', async () => {
    const quota = 6_000 * RATIO
    const setting = JSON.stringify({ cut_policy: 'refund' })
    await withQuota({ reply: writes(60_000), quota, channel: { setting } }, async (gateway) => {
      const { requestId } = await told(start(gateway))
      const { row, other } = await rowOf(gateway, requestId)
      expect(row.quota).toBeGreaterThan(0.85 * quota)
      expect(other.cut).toEqual({ by: 'gateway', policy: 'partial' })
    })
  })

  test('of a token that can hold no more names the token', async () => {
    const token = { remain_quota: 6_000 * RATIO }
    await withQuota({ reply: writes(60_000), token }, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.claude, ask('claude', { stream: true })))
      expectBrokenStream(answer, 'claude')
      const { other } = await rowOf(gateway, answer.requestId)
      expect(other.error).toBe('quota.token_ran_out')
    })
  })

  test('goes on when its owner tops up before it runs out', async () => {
    const held = gate()
    const quota = 6_000 * RATIO
    await withQuota({ reply: writes(10_000, held), quota }, async (gateway, upstream) => {
      const pending = told(start(gateway))
      await upstream.waitForRequests(1)
      const id = gateway.userIds[0] ?? 0
      await gateway.services.users.set(TEST_ACTOR, { id, quota: { add: PLENTY } })
      held.open()
      const { text, requestId } = await pending
      expect(text.slice(-400)).toEndWith(DONE)
      expect((await rowOf(gateway, requestId)).other.uncollected).toBeUndefined()
    })
  })

  test('is not cut for an estimate: few words in long frames cost what they are', async () => {
    const padded = Array.from({ length: 600 }, () => frame({ content: 'a', pad: 'x'.repeat(2000) }))
    const reply = sse([...padded, ...END, usageFrame(600), DONE])
    await withQuota({ reply, quota: 2_000 * RATIO }, async (gateway) => {
      const { text, requestId } = await told(start(gateway))
      expect(text.slice(-400)).toEndWith(DONE)
      expect((await rowOf(gateway, requestId)).row.quota).toBe(10 + RATIO * 600)
    })
  })

  test('whose upstream claims more than there is takes all there is, and says so', async () => {
    const quota = 5_000
    await withQuota({ reply: claims(100_000), quota }, async (gateway) => {
      const { requestId } = await told(start(gateway))
      const { row, other } = await rowOf(gateway, requestId)
      expect(row.quota).toBe(quota)
      expect(other.uncollected).toBe(10 + RATIO * 100_000 - quota)
      expect((await balances(gateway)).user).toBe(0)
    })
  })

  test('of a model that reasons out of sight holds its longest answer', async () => {
    const held = gate()
    const reply = { ...claims(50), before: held }
    const options = { 'global.max_output_tokens': { 'r-thinking': 30_000 } }
    await withQuota({ reply, options }, async (gateway, upstream) => {
      const pending = told(start(gateway, { model: 'r-thinking' }))
      await upstream.waitForRequests(1)
      expect(PLENTY - (await balances(gateway)).user).toBeGreaterThanOrEqual(30_000 * RATIO)
      held.open()
      await pending
    })
  })
})

describe('an answer in one piece', () => {
  const post = (gateway: Gateway, more: object = {}) =>
    told(gateway.post(PATH_OF.openai, ask('openai', more)))

  test('holds the longest answer of its model when no limit is given', async () => {
    const held = gate()
    const options = { 'global.max_output_tokens': { [MODEL]: 5_000 } }
    const reply = { ...answerOf(5), before: held }
    await withQuota({ reply, options }, async (gateway, upstream) => {
      const pending = post(gateway)
      await upstream.waitForRequests(1)
      const { user } = await balances(gateway)
      expect(PLENTY - user).toBeGreaterThanOrEqual(5_000 * RATIO)
      expect(PLENTY - user).toBeLessThan(5_200 * RATIO)
      held.open()
      await pending
    })
  })

  test('that ignores its limit takes all there is, and was alone on what was left', async () => {
    const quota = 4_000
    const held = gate()
    const reply = { ...answerOf(100_000), before: held }
    await withQuota({ reply, quota }, async (gateway, upstream) => {
      const first = post(gateway)
      await upstream.waitForRequests(1)
      const others = await Promise.all(Array.from({ length: CALLS - 1 }, () => post(gateway)))
      for (const { status } of others) expect(status).toBe(429)
      held.open()
      const { requestId, headers } = await first
      const limit = Number(/max_tokens:(\d+)|max_tokens%3A(\d+)/.exec(lossesIn(headers))?.[1] ?? 0)
      expect(limit).toBeGreaterThan(400)
      expect(limit).toBeLessThan(500)
      const { row, other } = await rowOf(gateway, requestId)
      expect(row.quota).toBe(quota)
      const uncollected = 10 + RATIO * 100_000 - quota
      expect(other).toMatchObject({ output_limit: limit, limit_ignored: true, uncollected })
      expect((await balances(gateway)).user).toBe(0)
    })
  })

  test('that keeps to a limit of the balance is not named as one that ignored it', async () => {
    await withQuota({ reply: answerOf(3), quota: 4_000 }, async (gateway) => {
      const { other } = await rowOf(gateway, (await post(gateway)).requestId)
      expect(other.limit_ignored).toBeUndefined()
      expect(other.output_limit).toBeGreaterThan(0)
    })
  })

  test('is limited in the field that its client used', async () => {
    await withQuota({ reply: answerOf(3), quota: 4_000 }, async (gateway, upstream) => {
      await post(gateway, { max_completion_tokens: 90_000 })
      const sent = upstream.last().json as Record<string, number>
      expect(sent.max_completion_tokens).toBeLessThan(500)
      expect(sent).not.toHaveProperty('max_tokens')
    })
  })

  test('keeps a limit of its client that the balance affords', async () => {
    await withQuota({ reply: answerOf(3), quota: 4_000 }, async (gateway, upstream) => {
      const { headers } = await post(gateway, { max_tokens: 100 })
      expect(upstream.last().json).toMatchObject({ max_tokens: 100 })
      expect(lossesIn(headers)).toBe('')
    })
  })

  test('is refused when not one token of it could be paid', async () => {
    await withQuota({ reply: answerOf(3), quota: 20 }, async (gateway, upstream) => {
      const { status } = await post(gateway, { messages: [{ role: 'user', content: WORDS }] })
      expect(status).toBe(403)
      expect(upstream.requests).toHaveLength(0)
    })
  })
})

function lossesIn(headers: Headers): string {
  return headers.get('x-gw-untranslated') ?? ''
}

describe.each([
  ['openai', 'openai', (body: Body) => body.max_tokens],
  ['claude', 'anthropic', (body: Body) => body.max_tokens],
  ['openai', 'anthropic', (body: Body) => body.max_tokens],
  ['claude', 'openai', (body: Body) => body.max_tokens],
  ['openai', 'gemini', (body: Body) => body.generationConfig?.maxOutputTokens],
] as const)('a %s client of a %s upstream', (protocol: ProtocolName, dialect, limitIn) => {
  test('asks for no more than its balance affords', async () => {
    await using upstream = await startUpstream(json({}, { status: 400 }))
    await using gateway = await startGateway({
      users: [{ quota: 4_000 }],
      tokens: [{ unlimited_quota: true }],
      channels: [{ upstream, type: TYPE_OF[dialect], models: MODEL }],
      options: { ...DEAR, RetryTimes: 0 },
    })
    await told(gateway.post(PATH_OF[protocol], ask(protocol, { max_tokens: 50_000 })))
    const limit = limitIn(upstream.last().json as Body)
    expect(limit).toBeGreaterThan(400)
    expect(limit).toBeLessThan(500)
  })
})

interface Body {
  readonly max_tokens?: number
  readonly thinking?: unknown
  readonly generationConfig?: { readonly maxOutputTokens?: number }
}

test.each([
  [40_000, { type: 'enabled', budget_tokens: 4_000 }],
  [4_000, { type: 'disabled' }],
])('with %d credits, thinking is fitted into the limit', async (quota, thinking) => {
  await using upstream = await startUpstream(json({}, { status: 400 }))
  await using gateway = await startGateway({
    users: [{ quota }],
    tokens: [{ unlimited_quota: true }],
    channels: [{ upstream, type: TYPE_OF.anthropic, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  const asked = { max_tokens: 50_000, thinking: { type: 'enabled', budget_tokens: 4_000 } }
  await told(gateway.post(PATH_OF.claude, ask('claude', asked)))
  expect((upstream.last().json as Body).thinking).toEqual(thinking)
})
