import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { insertLog } from '../../db/tables/logs'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const NOW = 1_750_000_000
let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller

/** Named by what makes each of them different. */
const ROWS = [
  { request_id: 'cheap', quota: 500, model_name: 'gpt-5' },
  { request_id: 'dear', quota: 50_000, model_name: 'gpt-5-mini', use_time: 9 },
  { request_id: 'rescued', model_name: 'claude', other: '{"retries":1}', is_stream: 0 },
  failure('throttled', { error: 'upstream.refused', upstream_status: 429 }),
  failure('mapped', { error: 'upstream.refused', upstream_status: 500, told_status: 503 }),
  { ...failure('unpriced', { error: 'price.missing', count: 40 }), channel_id: 0, calls: 40 },
  { request_id: 'paid', type: 1, other: '', content: 'Topped up', model_name: '' },
] as const

function failure(request_id: string, other: object) {
  return { request_id, type: 5, quota: 0, other: JSON.stringify(other), model_name: 'gpt-5' }
}

beforeAll(async () => {
  const clock = { nowMs: () => NOW * 1000 }
  gateway = await startGateway({ env: NO_LIMITS, clock, channels: [{ name: 'main' }] })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  user = await api.as('user')
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  for (const [index, row] of ROWS.entries()) {
    await insertLog(db.kysely, {
      user_id: user.id,
      created_at: NOW - 60 * index - 30,
      type: 2,
      content: '',
      username: 'lin',
      token_name: 'my app',
      quota: 100,
      prompt_tokens: 10,
      completion_tokens: 5,
      use_time: 1,
      is_stream: 1,
      channel_id: gateway.channelIds[0] ?? 0,
      token_id: 0,
      group: 'default',
      ip: '192.0.2.9',
      other: '{}',
      ...row,
    })
  }
  await db.close()
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const ask = async (line: string, who = admin, path = '/api/log/') =>
  (await who.get(`${path}?page_size=100&q=${encodeURIComponent(line)}`)).body
const found = async (line: string) =>
  (await ask(line)).data.items.map((row: ApiBody) => row.request_id)

describe('the query line of the log', () => {
  test.each([
    ['cost:>0.01', ['dear']],
    ['cost:0.001..0.1 -model:gpt-5-mini', ['cheap']],
    ['model:gpt-5* time:>5', ['dear']],
    ['model:claude,gpt-5-mini', ['dear', 'rescued']],
    ['token:"my app" model:claude', ['rescued']],
    ['user:lin request:cheap', ['cheap']],
    ['user:nobody', []],
    ['status:429', ['throttled']],
    ['status:5xx', ['mapped']],
    ['status:503', ['mapped']],
    ['error:price.missing', ['unpriced']],
    ['type:refused', ['unpriced']],
    ['type:failed', ['throttled', 'mapped']],
    ['type:failed -status:429', ['mapped']],
    ['type:answered stream:no', ['rescued']],
    ['retried:yes', ['rescued']],
    ['type:top_up', ['paid']],
    ['tokens:>100', []],
    ['Topped', ['paid']],
    ['model:GPT-5*', ['cheap', 'dear', 'throttled', 'mapped', 'unpriced']],
    ['model:"gpt-5*"', []],
  ])('%p finds what it says', async (line, ids) => {
    expect(await found(line)).toEqual(ids)
  })

  test('narrows what the older filters leave, and the sums with it', async () => {
    const path = '/api/log/?model_name=gpt-5&q=cost%3A%3E0.0001'
    expect((await admin.get(path)).body.data.items).toMatchObject([{ request_id: 'cheap' }])
    const { data } = (await admin.get('/api/log/stat?q=model%3Agpt-5*')).body
    expect(data.quota).toBe(50_500)
  })

  test('is refused with the part that nobody understands, in the caller’s language', async () => {
    const { success, code, message } = await ask('modle:gpt-5')
    expect([success, code]).toEqual([false, 'log.query_unclear'])
    expect(message).toContain('modle:gpt-5')
  })

  test('lets users ask about their own calls, and not by what is the operator’s', async () => {
    const own = '/api/log/self'
    const { data } = await ask('model:gpt-5*', user, own)
    expect(data.total).toBe(5)
    expect((await ask('channel:1', user, own)).code).toBe('log.query_unclear')
    expect((await ask('user:root', user, own)).code).toBe('log.query_unclear')
    expect((await ask('model:gpt-5', admin, own)).data.total).toBe(0)
  })
})

describe('the histogram of the log', () => {
  const counts = async (query: string, who = admin, path = '/api/log/histogram') =>
    (await who.get(`${path}?${query}`)).body.data

  test('counts what was answered, failed and refused, each as often as it came', async () => {
    const data = await counts(`start_timestamp=${NOW - 3600}`)
    expect(data).toMatchObject({ step: 60, from: NOW - 3600, to: NOW })
    const sum = (name: string) =>
      data.counts.reduce((total: number, count: ApiBody) => total + count[name], 0)
    expect([sum('answered'), sum('failed'), sum('refused')]).toEqual([3, 2, 40])
    expect(data.counts.every(({ at }: ApiBody) => at % 60 === 0)).toBe(true)
  })

  test('is narrowed by the line, and to the caller’s own calls', async () => {
    const narrowed = await counts(`start_timestamp=${NOW - 3600}&q=type%3Afailed`)
    expect(narrowed.counts).toHaveLength(2)
    const own = `start_timestamp=${NOW - 3600}`
    expect((await counts(own, user, '/api/log/self/histogram')).counts).toHaveLength(6)
    expect((await counts(own, admin, '/api/log/self/histogram')).counts).toEqual([])
  })

  test('takes longer pieces for a longer time, and a month at most', async () => {
    expect((await counts(`start_timestamp=${NOW - 86_400}`)).step).toBe(900)
    const year = await counts(`start_timestamp=${NOW - 365 * 86_400}`)
    expect(year).toMatchObject({ step: 43_200, from: NOW - 31 * 86_400 })
  })
})
