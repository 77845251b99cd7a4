import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { createRequestLimits, type RequestLimit } from '../../server/relay/ports/request-limits'
import { startGateway } from '../support/gateway'
import { fixture, gate, json, startUpstream } from '../support/upstream'
import { ask, PATH_OF, PRICES, PROTOCOLS } from './black-box'

const MINUTE = 60_000
const START = 1_700_000_000_000

/** What `admit` says, as text: "in", or the id and the seconds to wait. */
function counter(limit: Partial<RequestLimit>) {
  const limits = createRequestLimits()
  const full = { windowMs: MINUTE, requests: 0, successes: 0, ...limit }
  const admit = (atMs: number, userId = 1) => limits.admit(userId, full, START + atMs)
  const knock = (atMs: number, userId = 1): string => {
    try {
      admit(atMs, userId).succeeded(START + atMs)
      return 'in'
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return `${error.id} ${error.params.seconds}`
    }
  }
  return { limits, admit, knock }
}

describe('the window of requests', () => {
  test('moves: a place becomes free exactly when its request is a window old', () => {
    const { knock } = counter({ requests: 2 })
    expect(knock(0)).toBe('in')
    expect(knock(10_000)).toBe('in')
    expect(knock(20_000)).toBe('limit.requests 40')
    expect(knock(59_999)).toBe('limit.requests 1')
    expect(knock(60_000)).toBe('in')
    expect(knock(69_999)).toBe('limit.requests 1')
    expect(knock(70_000)).toBe('in')
  })

  test('a refused request takes no place, however often it is repeated', () => {
    const { knock } = counter({ requests: 1 })
    knock(0)
    for (let at = 1; at < 50; at += 1) expect(knock(at * 1_000)).toStartWith('limit.requests')
    expect(knock(60_000)).toBe('in')
  })

  test('counts failed requests, where the window of successes does not', () => {
    const all = counter({ requests: 1 })
    all.admit(0).failed()
    expect(all.knock(1)).toBe('limit.requests 60')
    const answered = counter({ successes: 1 })
    for (let at = 0; at < 100; at += 1) answered.admit(at).failed()
    expect(answered.knock(100)).toBe('in')
    expect(answered.knock(101)).toBe('limit.successes 60')
  })

  test('a running call holds a place among the successes until it fails', () => {
    const { admit, knock } = counter({ successes: 1 })
    const running = admit(0)
    expect(knock(59_000)).toBe('limit.successes 60')
    running.failed()
    expect(knock(59_001)).toBe('in')
  })

  test('a success counts from its end, not from its beginning', () => {
    const { admit, knock } = counter({ successes: 1 })
    admit(0).succeeded(START + 30_000)
    expect(knock(60_000)).toBe('limit.successes 30')
    expect(knock(90_000)).toBe('in')
  })

  test('never lets more through in any window, at any pace', () => {
    const { knock } = counter({ requests: 50 })
    const passed: number[] = []
    for (let at = 0; at < 5 * MINUTE; at += 137) if (knock(at) === 'in') passed.push(at)
    for (const end of passed) {
      const inWindow = passed.filter((at) => at > end - MINUTE && at <= end)
      expect(inWindow.length).toBeLessThanOrEqual(50)
    }
    // Coarse marks may hold a place a sixtieth of the window longer, not more.
    expect(passed.length).toBeGreaterThan(5 * 50 * 0.95)
  })

  test('zero is no limit and is not counted', () => {
    const { knock, limits } = counter({ requests: 0, successes: 0 })
    for (let at = 0; at < 5_000; at += 1) expect(knock(0)).toBe('in')
    expect(knock(2 * MINUTE, 2)).toBe('in')
    expect(limits.size()).toBe(1)
  })

  test('users do not share it', () => {
    const { knock } = counter({ requests: 1 })
    expect(knock(0, 1)).toBe('in')
    expect(knock(0, 2)).toBe('in')
    expect(knock(1, 1)).toStartWith('limit.requests')
  })

  test('forgets users who stay away, and keeps one whose call is still running', () => {
    const { admit, knock, limits } = counter({ requests: 5, successes: 5 })
    for (let user = 1; user <= 1_000; user += 1) knock(0, user)
    admit(0, 1_001)
    expect(limits.size()).toBe(1_001)
    knock(3 * MINUTE, 1_002)
    expect(limits.size()).toBe(2)
  })
})

const LIMITED = { ...PRICES, ModelRequestRateLimitEnabled: true, RetryTimes: 0 }

describe('model requests of one user', () => {
  test('64 side by side pass the total limit exactly as often as it says', async () => {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: {
        ...LIMITED,
        ModelRequestRateLimitCount: 10,
        ModelRequestRateLimitSuccessCount: 1000,
      },
    })
    const calls = Array.from({ length: 64 }, () => gateway.post(PATH_OF.openai, ask('openai')))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(54)
    expect(upstream.requests).toHaveLength(10)
  })

  test('64 side by side pass the success limit no more often than it says', async () => {
    const held = gate()
    await using upstream = await startUpstream(
      json(fixture('openai/chat-text.json'), { before: held }),
    )
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: { ...LIMITED, ModelRequestRateLimitSuccessCount: 7 },
    })
    const calls = Array.from({ length: 64 }, () => gateway.post(PATH_OF.openai, ask('openai')))
    await upstream.waitForRequests(7)
    held.open()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(7)
    expect(upstream.requests).toHaveLength(7)
  })

  test('failed calls leave the success limit free', async () => {
    await using upstream = await startUpstream([
      json({ error: { message: 'no' } }, { status: 400 }),
      json({ error: { message: 'no' } }, { status: 400 }),
      json(fixture('openai/chat-text.json')),
    ])
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: { ...LIMITED, ModelRequestRateLimitSuccessCount: 1 },
    })
    const statuses = []
    for (let round = 0; round < 4; round += 1) {
      statuses.push((await gateway.post(PATH_OF.openai, ask('openai'))).status)
    }
    expect(statuses).toEqual([400, 400, 200, 429])
  })

  for (const protocol of PROTOCOLS) {
    test(`are refused in the envelope of ${protocol}, with the time to wait`, async () => {
      await using gateway = await startGateway({
        options: {
          ...LIMITED,
          ModelRequestRateLimitCount: 1,
          ModelRequestRateLimitDurationMinutes: 5,
        },
      })
      // No channel serves the model: the failed call counts all the same.
      expect((await gateway.post(PATH_OF[protocol], ask(protocol))).status).toBe(404)
      for (const [language, text] of [
        ['zh-CN', '5 分钟内最多请求 1 次，包括失败次数'],
        ['en', 'At most 1 request in 5 minutes, failed ones included'],
      ] as const) {
        const response = await gateway.post(PATH_OF[protocol], ask(protocol), {
          headers: { 'accept-language': language },
        })
        expect(response.status).toBe(429)
        const seconds = Number(response.headers.get('retry-after'))
        expect(seconds).toBeGreaterThan(200)
        expect(seconds).toBeLessThanOrEqual(300)
        const { error } = await response.json()
        expect(error.message).toContain(text)
        if (protocol === 'openai') expect(error.code).toBe('rate_limit_exceeded')
        else expect(error.type).toBe('rate_limit_error')
      }
    })
  }

  test('are not what lists and balances count as', async () => {
    await using gateway = await startGateway({
      options: { ...LIMITED, ModelRequestRateLimitCount: 1 },
    })
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    for (let round = 0; round < 3; round += 1) {
      expect((await fetch(`${gateway.url}/v1/models`, { headers })).status).toBe(200)
      const billing = await fetch(`${gateway.url}/v1/dashboard/billing/usage`, { headers })
      expect(billing.status).toBe(200)
    }
  })

  test('are unlimited while the switch is off', async () => {
    await using gateway = await startGateway({
      options: { ModelRequestRateLimitEnabled: false, ModelRequestRateLimitCount: 1 },
    })
    for (let round = 0; round < 3; round += 1) {
      expect((await gateway.post(PATH_OF.openai, ask('openai'))).status).not.toBe(429)
    }
  })
})
