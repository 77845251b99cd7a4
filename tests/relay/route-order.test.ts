/** Groups whose channels are drawn by how soon they answer, or by what they cost. */
import { expect, test } from 'bun:test'
import type { Clock } from '../../server/clock'
import { startGateway } from '../support/gateway'
import { json, sse, startUpstream } from '../support/upstream'
import { ask, PATH_OF, PRICES, recorded, told } from './black-box'

const ANSWER = json(recorded('openai').json)

test('by latency most calls go to the channel that answers sooner', async () => {
  let aheadMs = 0
  const clock: Clock = {
    nowMs: () => Date.now() + aheadMs,
    monotonicMs: () => performance.now() + aheadMs,
  }
  await using slow = await startUpstream(() => {
    aheadMs += 5000
    return ANSWER
  })
  await using quick = await startUpstream(ANSWER)
  await using gateway = await startGateway({
    clock,
    options: { ...PRICES, GroupRouteOrder: { default: 'latency' } },
    channels: [
      { upstream: slow, models: 'm', weight: 100 },
      { upstream: quick, models: 'm' },
    ],
  })
  for (let at = 0; at < 20; at += 1) {
    expect((await told(gateway.post(PATH_OF.openai, ask('openai')))).status).toBe(200)
  }
  expect(slow.requests.length).toBeLessThanOrEqual(2)
})

test('by cost the cheapest of a priority gets all calls, and no lower one', async () => {
  await using upstream = await startUpstream(ANSWER)
  const channel = (key: string, cost_ratio: number, priority: number) => ({
    upstream,
    models: 'm',
    key,
    priority,
    setting: JSON.stringify({ cost_ratio }),
  })
  await using gateway = await startGateway({
    options: { ...PRICES, GroupRouteOrder: { default: 'cost' } },
    channels: [
      channel('k-dear', 0.9, 5),
      channel('k-cheap', 0.4, 5),
      channel('k-cheaper-but-lower', 0.1, 0),
    ],
  })
  for (let at = 0; at < 12; at += 1) await told(gateway.post(PATH_OF.openai, ask('openai')))
  const used = new Set(upstream.requests.map(({ headers }) => headers.authorization))
  expect(used).toEqual(new Set(['Bearer k-cheap']))
})

test('a stream that does not begin in time is asked of another channel', async () => {
  await using silent = await startUpstream(() => new Promise<never>(() => {}))
  await using quick = await startUpstream(sse([recorded('openai').sse]))
  await using gateway = await startGateway({
    options: PRICES,
    channels: [
      { upstream: silent, models: 'm', priority: 5, setting: '{"first_byte_seconds":0.05}' },
      { upstream: quick, models: 'm' },
    ],
  })
  const answer = await told(gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
  expect(answer.status).toBe(200)
  expect(answer.text).toEndWith('data: [DONE]\n\n')
  expect(silent.requests).toHaveLength(1)
})
