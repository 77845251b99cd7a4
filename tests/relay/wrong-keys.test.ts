/** Wrong keys of one address are answered for a while, and a right one of it always. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { ask, expectRefusal, MODEL, PATH_OF, PRICES, recorded, told } from './black-box'

const clock = {
  now: Date.UTC(2026, 10, 26, 12),
  nowMs: () => clock.now,
  monotonicMs: () => clock.now,
}
const LIMIT = 5

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(recorded('openai').json))
  gateway = await startGateway({
    clock,
    env: {
      WRONG_KEY_RATE_LIMIT: String(LIMIT),
      WRONG_KEY_RATE_LIMIT_DURATION: '60',
      GW_TRUSTED_PROXIES: '127.0.0.1',
    },
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const guess = (address: string) =>
  told(gateway.post(PATH_OF.openai, ask('openai'), { key: 'sk-guessed', headers: from(address) }))
const statuses = async (address: string, count: number) => {
  const all: number[] = []
  for (let at = 0; at < count; at += 1) all.push((await guess(address)).status)
  return all
}
const twice = (status: number, count: number): number[] => Array(count).fill(status)

test('after some of them the address is told to wait, and for how long', async () => {
  expect(await statuses('203.0.113.1', LIMIT + 2)).toEqual([...twice(401, LIMIT), 429, 429])
  const refused = await guess('203.0.113.1')
  expectRefusal(refused, 'openai', 429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await statuses('203.0.113.2', 1)).toEqual([401])
  clock.now += 60_001
  expect(await statuses('203.0.113.1', 1)).toEqual([401])
})

test('a right key of the same address is served all the time', async () => {
  await statuses('203.0.113.9', LIMIT + 1)
  const headers = from('203.0.113.9')
  const right = await told(gateway.post(PATH_OF.openai, ask('openai'), { headers }))
  expect(right.status).toBe(200)
  expect(await statuses('203.0.113.9', 1)).toEqual([429])
})

test('a network of IPv6 is one address, and every door counts', async () => {
  const doors = [
    () => guess('2001:db8:1:2::1'),
    ...['/v1/models', '/v1/token/usage', '/v1/videos/video_1', '/v1/files'].map(
      (path, at) => () =>
        told(
          fetch(gateway.url + path, {
            headers: { authorization: 'Bearer sk-guessed', ...from(`2001:db8:1:2::${at + 2}`) },
          }),
        ),
    ),
  ]
  for (const door of doors) expect((await door()).status).toBe(401)
  for (const door of doors) expect((await door()).status).toBe(429)
  expect((await guess('2001:db8:1:3::1')).status).toBe(401)
})
