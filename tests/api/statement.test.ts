import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statementLines } from '../../web/pages/wallet/statement-lines'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const NOW = 1_750_000_000
const DAY = 86_400
let nowMs = NOW * 1000
let upstream: Upstream
let gateway: Gateway
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(fixture('openai/chat-text.json'))))
  const channels = [{ upstream, models: 'gpt-4o' }]
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => nowMs }, channels })
  const api = apiClient(gateway)
  root = await api.as('root')
  user = await api.as('user')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const statement = async (query = '') => (await user.get(`/api/user/statement?${query}`)).body
const balance = async (): Promise<number> => (await user.get('/api/user/self')).body.data.quota

async function setBalance(quota: number): Promise<void> {
  expect((await root.put('/api/user/', { id: user.id, quota })).body.success).toBe(true)
}

test('a statement adds up, from one balance to the other, over several days', async () => {
  await setBalance(1_000_000)
  const token = await user.post('/api/token/', { name: 'app', unlimited_quota: true })
  const key = `sk-${token.body.data[0].key}`
  const messages = [{ role: 'user', content: 'hello' }]
  for (const day of [1, 2, 2]) {
    nowMs = (NOW + day * DAY) * 1000
    const answer = await gateway.post(
      '/v1/chat/completions',
      { model: 'gpt-4o', messages },
      { key },
    )
    expect(answer.status).toBe(200)
    await gateway.idle()
  }
  await setBalance((await balance()) + 500_000)
  const { data } = await statement(`start_timestamp=${NOW - DAY}`)
  expect(data).toMatchObject({ opening: 0, closing: await balance(), unlisted: 0 })
  expect(data.calls.map(({ count }: { count: number }) => count)).toEqual([2, 1])
  expect(data.entries).toMatchObject([
    { kind: 'adjust', amount: 500_000 },
    { kind: 'grant', amount: 1_000_000 },
  ])
  const called = data.calls.reduce((sum: number, { quota }: { quota: number }) => sum + quota, 0)
  expect(called).toBeGreaterThan(0)
  expect(data.opening + 1_500_000 - called).toBe(data.closing)

  const first = (await statement(`start_timestamp=${NOW - DAY}&end_timestamp=${NOW + DAY}`)).data
  const rest = (await statement(`start_timestamp=${NOW + DAY}`)).data
  expect([first.opening, first.closing, rest.closing]).toEqual([0, rest.opening, data.closing])
})

test('an admin reads that of somebody else, as its owner reads it', async () => {
  const query = `start_timestamp=${NOW - DAY}`
  const { data } = (await root.get(`/api/user/${user.id}/statement?${query}`)).body
  expect(data.calls.length).toBeGreaterThan(0)
  expect(data).toEqual((await statement(query)).data)
  expect((await user.get(`/api/user/${root.id}/statement`)).body.success).toBe(false)
})

test('it is the caller’s own, and 93 days at most', async () => {
  const other = (await root.get('/api/user/statement')).body.data
  expect(other.calls).toEqual([])
  expect(other.entries).toHaveLength(1)
  expect((await statement(`start_timestamp=${NOW - 200 * DAY}`)).code).toBe('log.range_too_long')
  const none = (await statement(`start_timestamp=${NOW + DAY}&end_timestamp=${NOW - DAY}`)).data
  expect([none.entries, none.calls]).toEqual([[], []])
})

test('what is booked between two calls of an hour stands between them', async () => {
  nowMs = (NOW + 9 * DAY) * 1000
  const start = await balance()
  const token = await user.post('/api/token/', { name: 'split', unlimited_quota: true })
  const key = `sk-${token.body.data[0].key}`
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }
  const callAfter = async (seconds: number) => {
    nowMs += seconds * 1000
    expect((await gateway.post('/v1/chat/completions', body, { key })).status).toBe(200)
    await gateway.idle()
  }
  await callAfter(60)
  nowMs += 60_000
  await setBalance((await balance()) + 700_000)
  await callAfter(0)
  await callAfter(60)
  const { data } = await statement(`start_timestamp=${NOW + 8 * DAY}`)
  expect(data.calls.map(({ count }: { count: number }) => count)).toEqual([2, 1])
  const lines = statementLines(data).toReversed()
  expect(lines.map(({ kind, count }) => [kind, count])).toEqual([
    ['calls', 1],
    ['adjust', 0],
    ['calls', 2],
  ])
  const price = lines[0]?.amount ?? 0
  expect(price).toBeLessThan(0)
  expect(lines.map((line) => line.balance)).toEqual([
    start + price,
    start + price + 700_000,
    start + 3 * price + 700_000,
  ])
})
