/** What callers with a right to something may not turn into more; ids are of the review. */
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { insertLog } from '../../db/tables/logs'
import { API_PASSWORD, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const START_MS = 1_750_000_000_000
const MINUTE_MS = 60_000
const TOKEN = '/api/user/token'
const clock = { ms: START_MS }

let gateway: Gateway
let api: ApiClient
let root: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  api = apiClient(gateway)
  root = await api.as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})
beforeEach(() => {
  clock.ms = START_MS
})

describe('access tokens', () => {
  test('and passwords are in no list and no row of users, not even for root', async () => {
    const admin = await api.as('admin')
    const tokens = []
    for (const owner of [root, admin]) tokens.push((await owner.post(TOKEN)).body.data)
    const paths = ['', 'search?keyword=o', 'self', String(admin.id)].map(
      (end) => `/api/user/${end}`,
    )
    for (const path of paths) {
      const text = JSON.stringify((await root.get(path)).body)
      expect(text).toContain('"success":true')
      for (const token of tokens) expect(text).not.toContain(token)
      expect(text).not.toMatch(/hash|argon2|"access_token":"/)
    }
  })

  test('can do what their owners may do now, and no more', async () => {
    const admin = await api.as('admin')
    const byToken = api.withAccessToken(admin.id, (await admin.post(TOKEN)).body.data)
    expect((await byToken.get('/api/user/')).body.success).toBe(true)
    await gateway.services.users.demote(TEST_ACTOR, admin.id)
    expect((await byToken.get('/api/user/')).body.code).toBe('permission.denied')
    expect((await byToken.get('/api/user/self')).body.data.role).toBe(1)
  })

  test('are not made by a login of long ago, but with the password', async () => {
    const user = await api.as('user')
    clock.ms += 16 * MINUTE_MS
    for (const asked of [await user.get(TOKEN), await user.post(TOKEN)]) {
      expect(asked.body.code).toBe('session.confirmation_needed')
    }
    const answer = await user.post(TOKEN, { original_password: API_PASSWORD })
    expect(answer.body.data).toMatch(/^\w{32}$/)
  })

  test('end with the password, whoever sets a new one', async () => {
    const other = { password: 'another long password' }
    const ways = [
      (user: ApiCaller) => user.put('/api/user/self', other),
      (user: ApiCaller) => root.put('/api/user/', { id: user.id, ...other }),
      (user: ApiCaller) =>
        gateway.services.users.setPassword(TEST_ACTOR, { id: user.id, ...other }),
    ]
    for (const way of ways) {
      const user = await api.as('user')
      const byToken = api.withAccessToken(user.id, (await user.post(TOKEN)).body.data)
      expect((await byToken.get('/api/user/self')).body.success).toBe(true)
      await way(user)
      expect((await byToken.get('/api/user/self')).body.code).toBe('access_token.invalid')
    }
  })

  test('do not make their own successors', async () => {
    const user = await api.as('user')
    const byToken = api.withAccessToken(user.id, (await user.post(TOKEN)).body.data)
    expect((await byToken.post(TOKEN)).body.code).toBe('session.confirmation_needed')
    expect((await byToken.get('/api/user/self')).body.success).toBe(true)
  })
})

describe('passwords', () => {
  test('cannot be guessed with a stolen session, nor by parallel tries', async () => {
    const user = await api.as('user')
    clock.ms += 16 * MINUTE_MS
    const guess = (password: string) => user.post(TOKEN, { original_password: password })
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => guess(`wrong ${n}`)))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'user.password_wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'login.locked')).toHaveLength(4)
    expect((await guess(API_PASSWORD)).body.code).toBe('login.locked')
    clock.ms += 15 * MINUTE_MS
    expect((await guess(API_PASSWORD)).body.success).toBe(true)
  })

  test('of users that do not exist take as much work as wrong ones', async () => {
    const { body } = await (await api.as('user')).get('/api/user/self')
    const verify = spyOn(Bun.password, 'verify')
    const costs = []
    for (const username of [body.data.username, 'nobody-has-this-name']) {
      verify.mockClear()
      const answer = await api.post('/api/user/login', { username, password: 'not the one' })
      expect(answer.body.code).toBe('login.wrong')
      costs.push(verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(1, 4)))
    }
    verify.mockRestore()
    expect(costs[0]).toEqual([['argon2id', 'v=19', 'm=19456,t=2,p=1']])
    expect(costs[1]).toEqual(costs[0] ?? [])
  })
})

test('who takes over a name does not take over its figures', async () => {
  const first = await api.as('user')
  const { username } = (await first.get('/api/user/self')).body.data
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await insertLog(db.kysely, { ...CALL, user_id: first.id, username })
  await db.close()
  await first.put('/api/user/self', { username: `${username}-away` })
  const second = await api.as('user')
  expect((await second.put('/api/user/self', { username })).body.success).toBe(true)
  const statOf = async (caller: ApiCaller) => (await caller.get('/api/log/self/stat')).body.data
  expect(await statOf(second)).toEqual({ quota: 0, rpm: 0, tpm: 0 })
  expect(await statOf(first)).toEqual({ quota: 321, rpm: 1, tpm: 15 })
  const range = `start_timestamp=0&end_timestamp=${START_MS / 1000}`
  expect((await second.get(`/api/log/self?${range}`)).body.data.total).toBe(0)
})

const CALL = {
  created_at: START_MS / 1000 - 1,
  type: 2,
  content: 'a call',
  token_name: '',
  model_name: 'gpt-4o',
  quota: 321,
  prompt_tokens: 10,
  completion_tokens: 5,
  use_time: 0,
  is_stream: 0,
  channel_id: 0,
  token_id: 0,
  group: 'default',
  ip: '',
  request_id: '',
  other: '',
} as const

describe('another origin', () => {
  test('is never allowed to send credentials along', async () => {
    const headers = { origin: 'https://evil.example' }
    const answers = [
      await api.send('OPTIONS', '/v1/chat/completions', undefined, { headers }),
      await api.get('/v1/models', { headers }),
      await api.get('/api/log/token', { headers }),
      await root.get('/api/user/self', { headers }),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('access-control-allow-origin') ?? '*').toBe('*')
    }
    expect(answers.at(-1)?.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('forwarding headers of a stranger change no address and no redirect', async () => {
    const headers = {
      'x-forwarded-prefix': '//evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    for (const path of ['/api/openapi.json', '/api/status', '/api/docs']) {
      const { body, headers: told } = await api.get(path, { headers })
      expect(JSON.stringify([body, ...told])).not.toContain('evil.example')
    }
  })
})

test('addresses of one IPv6 network share their limits, IPv4 addresses do not', async () => {
  await using small = await startGateway({
    env: { CRITICAL_RATE_LIMIT: '2', GW_TRUSTED_PROXIES: '127.0.0.1' },
  })
  const client = apiClient(small)
  const statusFrom = async (address: string): Promise<number> => {
    const headers = { 'x-forwarded-for': address }
    const login = { username: 'nobody', password: 'not the one' }
    return (await client.post('/api/user/login', login, { headers })).status
  }
  expect(await statusFrom('2001:db8:1:2::1')).toBe(200)
  expect(await statusFrom('2001:db8:1:2:ffff::2')).toBe(200)
  expect(await statusFrom('2001:db8:1:2:abcd::3')).toBe(429)
  expect(await statusFrom('2001:db8:1:3::1')).toBe(200)
  expect(await statusFrom('192.0.2.1')).toBe(200)
  expect(await statusFrom('::ffff:192.0.2.1')).toBe(200)
  expect(await statusFrom('192.0.2.1')).toBe(429)
  expect(await statusFrom('192.0.2.2')).toBe(200)
})
