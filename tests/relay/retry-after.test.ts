/** When a client is told to come again: a whole number within reason, the earliest that helps. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, PRICES, recorded } from './black-box'

const limited = (headers: Record<string, string>) =>
  json({ error: { message: 'slow down', type: 'requests' } }, { status: 429, headers })

test.each([
  ['Infinity', null],
  ['NaN', null],
  ['-5', null],
  ['1e308', null],
  ['soon', null],
  ['1.2', '2'],
  ['20', '20'],
  ['99999999', '604800'],
  // From the date of the answer on.
  ['Wed, 21 Oct 2026 07:28:00 GMT', '30'],
  ['Wed, 21 Oct 2026 07:27:00 GMT', '0'],
  ['Wed, 21 Oct 2099 07:28:00 GMT', '604800'],
] as const)('an upstream that says %s is told on as %s', async (told, expected) => {
  const date = 'Wed, 21 Oct 2026 07:27:30 GMT'
  await using upstream = await startUpstream(limited({ 'retry-after': told, date }))
  await using gateway = await startGateway({
    channels: [{ upstream, models: MODEL }],
    options: { ...PRICES, RetryTimes: 0 },
  })
  const { headers } = await gateway.post(PATH_OF.openai, ask('openai'))
  expect(headers.get('retry-after')).toBe(expected)
})

test('of several limited channels the one that is free first counts', async () => {
  await using first = await startUpstream(limited({ 'retry-after': '20' }))
  await using second = await startUpstream(limited({ 'retry-after': '30' }))
  await using gateway = await startGateway({
    channels: [
      { upstream: first, models: MODEL, priority: 9 },
      { upstream: second, models: MODEL, priority: 1 },
    ],
    options: { ...PRICES, RetryTimes: 1 },
  })
  const { status, headers } = await gateway.post(PATH_OF.openai, ask('openai'))
  expect(status).toBe(429)
  expect(second.requests).toHaveLength(1)
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeLessThanOrEqual(20)
  expect(seconds).toBeGreaterThan(0)
})

test('of channels with limits of ours the one that is free first counts', async () => {
  const clock = {
    now: Date.UTC(2026, 10, 22, 12),
    nowMs: () => clock.now,
    monotonicMs: () => clock.now,
  }
  await using upstream = await startUpstream(json(recorded('openai').json))
  await using gateway = await startGateway({
    clock,
    channels: [9, 1].map((priority) => ({ upstream, models: MODEL, priority })),
    options: { ...PRICES, RetryTimes: 0 },
  })
  for (const id of gateway.channelIds) {
    await gateway.services.limits.set(TEST_ACTOR, {
      subject: 'channel',
      key: String(id),
      limits: [{ kind: 'requests', window: 'minute', amount: 1 }],
      setBy: 'admin',
    })
  }
  const call = () => gateway.post(PATH_OF.openai, ask('openai'))
  // The first channel is free again after 60 s, the second after 80 s.
  expect((await call()).status).toBe(200)
  clock.now += 20_000
  expect((await call()).status).toBe(200)
  clock.now += 5_000
  const { status, headers } = await call()
  expect(status).toBe(429)
  // Windows move in steps of a few seconds.
  expect(Number(headers.get('retry-after'))).toBeWithin(35, 45)
})
