import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const START_MS = 1_750_000_000_000
const DAY_MS = 24 * 3600 * 1000
const clock = { ms: START_MS }

let gateway: Gateway
let api: ApiClient
let annId: number
let ann: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => clock.ms },
    users: [{ username: 'ann', email: 'ann@example.com', password: API_PASSWORD }],
  })
  api = apiClient(gateway)
  annId = gateway.userIds[0] ?? 0
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})
beforeEach(async () => {
  clock.ms = START_MS
  ann = await api.login('ann')
})

const logIn = (body: unknown, headers: Record<string, string> = {}) =>
  api.post('/api/user/login', body, { headers })

const right = { username: 'ann', password: API_PASSWORD }

describe('logging in', () => {
  test('a name and the password open a session', async () => {
    const { status, body, headers } = await logIn(right)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: '',
      data: { id: annId, username: 'ann', role: 1, status: 1, group: 'default', password: '' },
    })
    const [session, known, ...more] = headers.getSetCookie()
    expect(session).toMatch(
      /^session=[A-Za-z0-9]{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/,
    )
    expect(known).toMatch(
      /^known_\d+=[\w.]+; HttpOnly; Max-Age=34560000; Path=\/api\/user\/login; SameSite=Strict$/,
    )
    expect(more).toEqual([])
  })

  test('an e-mail address serves as name, whatever its case', async () => {
    const { body } = await logIn({ username: 'ANN@example.com', password: API_PASSWORD })
    expect(body.data.id).toBe(annId)
  })

  test('every kind of wrong login has one message', async () => {
    const banned = await gateway.services.users.create(TEST_ACTOR, {
      username: 'banned',
      password: API_PASSWORD,
    })
    await gateway.services.users.disable(TEST_ACTOR, banned.id)
    const answers = await Promise.all([
      logIn({ ...right, password: 'wrong password' }),
      logIn({ ...right, username: 'nobody' }),
      logIn({ ...right, username: 'banned' }),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual({
        success: false,
        code: 'login.wrong',
        message: 'Wrong username or password, or the user is banned',
      })
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('the message is in the language of the caller, Chinese by default', async () => {
    const wrong = { ...right, username: 'nobody2', password: 'wrong password' }
    const asked = await logIn(wrong, { 'accept-language': 'zh-CN,zh;q=0.9' })
    expect(asked.body.message).toBe('用户名或密码错误，或用户已被封禁')
    const other = await logIn(wrong, { 'accept-language': 'fr' })
    expect(other.body.message).toBe(asked.body.message)
  })

  test('name and password are needed', async () => {
    for (const body of [{}, { username: 'ann' }, { username: ' ', password: 'x' }, null]) {
      expect((await logIn(body)).body.code).toBe('user.name_or_password_empty')
    }
  })

  test('a body that is no JSON is a bad request', async () => {
    const { status, body } = await logIn('{"username":')
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'request.invalid_json' })
    expect((await logIn('[1]')).status).toBe(400)
  })

  test('a field of another type is refused by name', async () => {
    const { status, body } = await logIn({ username: 5, password: API_PASSWORD })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: 'value.invalid',
      message: 'Invalid username: must be a text',
    })
  })

  test('password login can be switched off', async () => {
    await gateway.services.options.set(TEST_ACTOR, { key: 'PasswordLoginEnabled', value: 'false' })
    const { body } = await logIn(right)
    await gateway.services.options.set(TEST_ACTOR, { key: 'PasswordLoginEnabled', value: 'true' })
    expect(body.code).toBe('login.password_closed')
  })

  test('five wrong passwords lock the account for that address, parallel ones too', async () => {
    await gateway.services.users.create(TEST_ACTOR, { username: 'bob', password: API_PASSWORD })
    const wrong = { username: 'Bob', password: 'not the password' }
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await logIn(wrong)).body),
    )
    expect(codes.filter(({ code }) => code === 'login.wrong')).toHaveLength(5)
    const locked = await logIn({ username: 'bob', password: API_PASSWORD })
    expect(locked.body).toMatchObject({
      code: 'login.locked',
      message: 'Too many failed logins; please try again in 15 minutes',
    })
    clock.ms += 15 * 60_000
    expect((await logIn({ username: 'bob', password: API_PASSWORD })).body.success).toBe(true)
  })

  test('right passwords are never counted', async () => {
    for (let round = 0; round < 8; round += 1) expect((await logIn(right)).body.success).toBe(true)
  })

  test('a login ends the session whose cookie came with it', async () => {
    await logIn(right, { cookie: ann.cookie })
    expect((await ann.get('/api/user/sessions')).status).toBe(401)
  })

  test('the cookie is for https only where people come by https', async () => {
    await gateway.services.options.set(TEST_ACTOR, {
      key: 'ServerAddress',
      value: 'https://gw.example.com',
    })
    const { headers } = await logIn(right)
    await gateway.services.options.set(TEST_ACTOR, { key: 'ServerAddress', value: '' })
    expect(headers.get('set-cookie')).toContain('; Secure')
  })

  test('an id that a stranger chose is never taken over', async () => {
    const { headers } = await logIn(right, { cookie: 'session=chosen-by-a-stranger' })
    expect(headers.get('set-cookie')).not.toContain('chosen-by-a-stranger')
  })
})

describe('the guard', () => {
  const path = '/api/user/sessions'

  test('without a session the answer is 401', async () => {
    const { status, body } = await api.get(path)
    expect(status).toBe(401)
    expect(body).toMatchObject({ success: false, code: 'session.missing' })
  })

  test('an unknown session is one that has expired', async () => {
    const { status, body } = await api.get(path, { headers: { cookie: 'session=unknown' } })
    expect(status).toBe(401)
    expect(body.code).toBe('session.expired')
  })

  test('the header New-Api-User must name the user', async () => {
    const { cookie } = ann
    const missing = await api.get(path, { headers: { cookie } })
    expect(missing.status).toBe(401)
    expect(missing.body.code).toBe('session.user_header_missing')
    for (const value of ['-1', 'ann', String(annId + 1), `${annId}.0`, '']) {
      const wrong = await api.get(path, { headers: { cookie, 'new-api-user': value } })
      expect(wrong.status).toBe(401)
    }
  })

  test('a session lasts thirty days from its last use past the half', async () => {
    clock.ms = START_MS + 16 * DAY_MS
    const renewed = await ann.get(path)
    expect(renewed.headers.get('set-cookie')).toStartWith(ann.cookie)
    clock.ms = START_MS + 45 * DAY_MS
    expect((await ann.get(path)).status).toBe(200)
  })

  test('a session that was left alone for thirty days has expired', async () => {
    clock.ms = START_MS + 31 * DAY_MS
    expect((await ann.get(path)).body.code).toBe('session.expired')
  })

  test('a disabled user is out at once', async () => {
    const eve = await gateway.services.users.create(TEST_ACTOR, {
      username: 'eve',
      password: API_PASSWORD,
    })
    const session = await api.login('eve')
    await gateway.services.users.disable(TEST_ACTOR, eve.id)
    expect((await session.get(path)).status).toBe(401)
  })

  test('writes that another site sends are refused', async () => {
    const hostile: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: gateway.url },
    ]
    for (const headers of hostile) {
      const { status, body } = await ann.delete(path, undefined, { headers })
      expect(status).toBe(403)
      expect(body.code).toBe('session.origin_refused')
      expect((await logIn(right, headers)).status).toBe(403)
    }
  })

  test('writes from our own pages pass, and so do programs', async () => {
    const own: Record<string, string>[] = [
      { origin: gateway.url },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ]
    for (const headers of own) {
      expect((await ann.delete(path, undefined, { headers })).status).toBe(200)
    }
  })
})

describe('the list of sessions', () => {
  test('shows where they come from, and which one asks', async () => {
    const { body } = await ann.get('/api/user/sessions')
    const own = body.data.filter(({ current }: { current: boolean }) => current)
    expect(own).toMatchObject([{ ip: '127.0.0.1', created_at: START_MS }])
    expect(JSON.stringify(body)).not.toContain(ann.cookie.slice('session='.length))
  })

  test('any of one’s own can be ended', async () => {
    const other = await api.login('ann')
    const { body } = await other.get('/api/user/sessions')
    const { id } = body.data.find(({ current }: { current: boolean }) => current)
    expect((await ann.delete(`/api/user/sessions/${id}`)).body.success).toBe(true)
    expect((await other.get('/api/user/sessions')).status).toBe(401)
    const again = await ann.delete(`/api/user/sessions/${id}`)
    expect(again.body.code).toBe('session.not_found')
  })

  test('nobody ends the session of another user', async () => {
    await gateway.services.users.create(TEST_ACTOR, { username: 'mallory', password: API_PASSWORD })
    const mallory = await api.login('mallory')
    const { body } = await ann.get('/api/user/sessions')
    const answer = await mallory.delete(`/api/user/sessions/${body.data[0].id}`)
    expect(answer.body.code).toBe('session.not_found')
    expect((await ann.get('/api/user/sessions')).status).toBe(200)
  })

  test('all others end together, and the count is told', async () => {
    await ann.delete('/api/user/sessions')
    const others = await Promise.all([api.login('ann'), api.login('ann')])
    expect((await ann.delete('/api/user/sessions')).body.data).toBe(2)
    for (const other of others) expect((await other.get('/api/user/sessions')).status).toBe(401)
    expect((await ann.get('/api/user/sessions')).status).toBe(200)
  })
})

describe('logging out', () => {
  test('ends the session and removes the cookie', async () => {
    const { body, headers } = await ann.get('/api/user/logout')
    expect(body).toEqual({ success: true, message: '' })
    expect(headers.get('set-cookie')).toStartWith('session=; HttpOnly; Max-Age=0')
    expect((await ann.get('/api/user/sessions')).status).toBe(401)
  })

  test('works without a session, and with a stale one', async () => {
    expect((await api.get('/api/user/logout')).body.success).toBe(true)
    const stale = { headers: { cookie: 'session=stale', 'new-api-user': '-1' } }
    expect((await api.post('/api/user/logout', {}, stale)).body.success).toBe(true)
  })

  test('a link on another site cannot log anybody out', async () => {
    const answer = await api.get('/api/user/logout', { headers: { cookie: ann.cookie } })
    expect(answer.status).toBe(401)
    expect((await ann.get('/api/user/sessions')).status).toBe(200)
  })

  test('logins and logouts are on record with address and user', async () => {
    await ann.get('/api/user/logout')
    const [last] = await gateway.services.audit.list({ actorId: annId })
    expect(last).toMatchObject({ action: 'session.end', actor: 'ann', ip: '127.0.0.1' })
    expect(last?.request_id).toMatch(/^\d{23}\w{8}$/)
  })
})

describe('the answer', () => {
  test('carries its request id and is never cached', async () => {
    const { headers } = await ann.get('/api/user/sessions')
    expect(headers.get('x-oneapi-request-id')).toMatch(/^\d{23}\w{8}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('both forms of a path are served', async () => {
    expect((await ann.get('/api/user/sessions/')).status).toBe(200)
  })

  test('an unknown path, or another method on a known one, is not found', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['PATCH', '/api/user/sessions'],
    ] as const) {
      const { status, body } = await ann.send(method, path)
      expect(status).toBe(404)
      expect(body.error).toMatchObject({ type: 'invalid_request_error' })
      expect(body.error.message).toContain(`Invalid URL (${method} ${path})`)
    }
  })
})

test('the narrow limit answers 429 with the seconds to wait', async () => {
  await using limited = await startGateway({ env: { CRITICAL_RATE_LIMIT: '3' } })
  const client = apiClient(limited)
  const answers = []
  for (let round = 0; round < 4; round += 1) answers.push(await client.post('/api/user/login', {}))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  const last = answers.at(-1)
  expect(Number(last?.headers.get('retry-after'))).toBeWithin(1, 1201)
  expect(last?.body).toMatchObject({ success: false, code: 'request.too_many' })
})

test('the wide limit counts each user apart, and addresses for everybody else', async () => {
  await using limited = await startGateway({
    env: { GLOBAL_API_RATE_LIMIT: '4' },
    users: [{ username: 'ann', password: API_PASSWORD }],
  })
  const client = apiClient(limited)
  const user = await client.login('ann')
  for (let round = 0; round < 3; round += 1) await client.get('/api/user/logout')
  expect((await client.get('/api/user/logout')).status).toBe(429)
  expect((await user.get('/api/user/sessions')).status).toBe(200)
  for (let round = 0; round < 3; round += 1) await user.get('/api/user/sessions')
  expect((await user.get('/api/user/sessions')).status).toBe(429)
})

test('forwarding headers count only from a trusted proxy', async () => {
  const proxied = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'gw.example.com',
    origin: 'https://gw.example.com',
  }
  const users = [{ username: 'ann', password: API_PASSWORD }]
  await using plain = await startGateway({ users })
  expect((await apiClient(plain).post('/api/user/login', right, { headers: proxied })).status).toBe(
    403,
  )
  await using behind = await startGateway({ users, env: { GW_TRUSTED_PROXIES: '127.0.0.1' } })
  const answer = await apiClient(behind).post('/api/user/login', right, { headers: proxied })
  expect(answer.headers.get('set-cookie')).toContain('; Secure')
  const [entry] = await behind.services.audit.list({ action: 'session.start' })
  expect(entry?.ip).toBe('203.0.113.9')
})
