/** When a client is told to come again: a whole number within reason, the earliest that helps. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, PRICES } from './black-box'

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
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
] as const)('an upstream that says %s is told on as %s', async (told, expected) => {
  await using upstream = await startUpstream(limited({ 'retry-after': told }))
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
