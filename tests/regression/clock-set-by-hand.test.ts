/** Somebody sets the machine's clock while the gateway runs, and sets it right again. */
import { describe, expect, test } from 'bun:test'
import { ask, billOf, PATH_OF, PRICES, told } from '../relay/black-box'
import { openFixture } from '../services/services-fixture'
import { startGateway } from '../support/gateway'
import { jumpingClock } from '../support/ports'
import { fixture, gate, json, sse, startUpstream } from '../support/upstream'

const TWO_YEARS_MS = 2 * 365 * 86_400_000

describe('a clock that was two years ahead for a moment', () => {
  test('keeps nobody from calling models', async () => {
    const clock = jumpingClock()
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      clock,
      channels: [{ upstream, models: 'm' }],
      options: {
        ...PRICES,
        ModelRequestRateLimitEnabled: true,
        ModelRequestRateLimitCount: 2,
        ModelRequestRateLimitSuccessCount: 2,
      },
    })
    const call = async () => await gateway.post(PATH_OF.openai, ask('openai'))
    clock.jump(TWO_YEARS_MS)
    expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(200)
    clock.jump(-TWO_YEARS_MS)
    const refused = await call()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('keeps nobody from the console longer than its window', async () => {
    const clock = jumpingClock()
    await using gateway = await startGateway({
      clock,
      env: { GLOBAL_API_RATE_LIMIT: '2', GLOBAL_API_RATE_LIMIT_DURATION: '180' },
    })
    const ask = () => fetch(`${gateway.url}/api/user/self`)
    clock.jump(TWO_YEARS_MS)
    await (await ask()).text()
    await (await ask()).text()
    clock.jump(-TWO_YEARS_MS)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(180)
  })

  for (const [direction, ms] of [
    ['forward', TWO_YEARS_MS],
    ['back', -TWO_YEARS_MS],
  ] as const) {
    test(`set ${direction} during a call does not count as its time`, async () => {
      const clock = jumpingClock()
      const held = gate()
      const [first = '', ...rest] = fixture('openai/chat-text.sse').split(/(?<=\n\n)/)
      await using upstream = await startUpstream(sse([held, first, ...rest]))
      await using gateway = await startGateway({
        clock,
        channels: [{ upstream, models: 'm' }],
        options: PRICES,
      })
      const answer = told(gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
      await upstream.waitForRequests(1)
      clock.jump(ms)
      held.open()
      const { row, other } = await billOf(gateway, (await answer).requestId)
      expect(row.use_time).toBeGreaterThanOrEqual(0)
      expect(row.use_time).toBeLessThan(60)
      expect(other.frt).toBeGreaterThanOrEqual(0)
      expect(other.frt).toBeLessThan(60_000)
    })
  }

  test('does not keep the work of the server from its next turn', async () => {
    const gw = await openFixture()
    const everyMs = 3_600_000
    const lease = { name: 'sweep', everyMs }
    await gw.leases.acquire(lease)
    gw.clock.ms += TWO_YEARS_MS
    await (await gw.leases.acquire(lease))?.release()
    gw.clock.ms -= TWO_YEARS_MS
    expect(await gw.leases.acquire(lease)).toBeDefined()
    await gw.close()
  })
})
