/** What the family's React front ends read: shapes, nulls, page numbers, slashes, statuses. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let api: ApiClient
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, channels: [{ models: 'gpt-4o' }] })
  api = apiClient(gateway)
  root = await api.as('root')
  user = await api.as('user')
  await user.post('/api/token/', { name: 'chat', unlimited_quota: true })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

/** As axios sends a page’s calls; the header is read once, when the page loads. */
const browser = { 'new-api-user': '-1', 'cache-control': 'no-store', 'accept-language': 'zh-CN' }

describe('before anybody has logged in', () => {
  const publicCalls = [
    '/api/status',
    '/api/notice',
    '/api/about',
    '/api/home_page_content',
    '/api/setup',
    '/api/user/logout',
  ]
  test.each(publicCalls)('%s is never 401, whatever stale things come along', async (path) => {
    const stale = { ...browser, cookie: 'session=gone', authorization: 'Bearer gone' }
    const { status, body } = await api.get(path, { headers: stale })
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.message).toBe('')
  })

  test('a business failure is 200 with a message to show', async () => {
    const wrong = { username: 'nobody', password: 'wrong password' }
    const { status, body } = await api.post('/api/user/login?turnstile=', wrong, {
      headers: browser,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, message: '用户名或密码错误，或用户已被封禁' })
  })

  test('a guarded call is 401, which sends the page to the login', async () => {
    expect((await api.get('/api/user/self', { headers: browser })).status).toBe(401)
  })
})

describe('logging in', () => {
  test('answers what the menus and the playground decide by', async () => {
    const login = { username: 'root', password: 'correct horse battery' }
    const { body } = await api.post('/api/user/login?turnstile=', login, { headers: browser })
    for (const field of ['id', 'username', 'display_name', 'role', 'status', 'group']) {
      expect(body.data).toHaveProperty(field)
    }
    expect(body.data).toMatchObject({ role: 100, group: 'default' })
  })
})

describe('the user page', () => {
  test('p=0 and p=1 are both the first page, and every row can be drawn', async () => {
    const [zero, one] = await Promise.all(
      [0, 1].map((p) => root.get(`/api/user/?p=${p}&page_size=10`)),
    )
    expect(zero?.body).toEqual(one?.body)
    const { items, page, page_size, total } = zero?.body.data ?? {}
    expect({ page, page_size, total }).toEqual({ page: 1, page_size: 10, total: items.length })
    for (const row of items) {
      expect(row).toHaveProperty('DeletedAt', null)
      expect(() => row.group.split(',')).not.toThrow()
    }
  })

  test('searches with empty fields', async () => {
    const { body } = await root.get('/api/user/search?keyword=&group=&p=1&page_size=10')
    expect(body.data.total).toBeGreaterThan(1)
  })

  test('sends the whole row back, with what it had no business to have', async () => {
    const { data } = (await root.get(`/api/user/${user.id}`)).body
    const sent = { ...data, quota: Number.parseInt(String(data.quota), 10), password: '' }
    expect((await root.put('/api/user/', sent)).body).toMatchObject({ success: true, message: '' })
  })

  test('an action answers the new state', async () => {
    const manage = { id: user.id, action: 'enable' }
    const { body } = await root.post('/api/user/manage', manage)
    expect(body.data).toEqual({ status: 1, role: 1 })
  })
})

describe('the settings of the account', () => {
  test('unbound identities are empty texts, and the setting parses', async () => {
    const { data } = (await user.get('/api/user/self')).body
    for (const field of ['email', 'github_id', 'oidc_id', 'wechat_id', 'telegram_id']) {
      expect(data[field]).toBe('')
    }
    expect(data.linux_do_id).toBe('')
    expect(() => JSON.parse(data.setting || '{}')).not.toThrow()
    for (const field of ['quota', 'used_quota', 'request_count', 'aff_quota', 'aff_count']) {
      expect(typeof data[field]).toBe('number')
    }
  })

  test('models are a list, groups an object, code and token texts', async () => {
    expect((await user.get('/api/user/models')).body.data).toEqual(['gpt-4o'])
    const { data } = (await user.get('/api/user/self/groups')).body
    for (const group of Object.values<ApiBody>(data)) {
      expect(group).toEqual({ desc: expect.any(String), ratio: expect.any(Number) })
    }
    expect(typeof (await user.get('/api/user/aff')).body.data).toBe('string')
    expect(typeof (await user.get('/api/user/token')).body.data).toBe('string')
  })
})

describe('the token page', () => {
  test('gets a bare list whose rows have texts where texts are split', async () => {
    const { body } = await user.get('/api/token/?p=0&size=10')
    expect(Array.isArray(body.data)).toBe(true)
    for (const row of body.data) {
      expect(row.key).toHaveLength(48)
      for (const field of ['name', 'group', 'model_limits', 'allow_ips']) {
        expect(typeof row[field]).toBe('string')
      }
      expect(typeof row.unlimited_quota).toBe('boolean')
      expect(typeof row.expired_time).toBe('number')
    }
  })

  test('stepping past the end is an empty list', async () => {
    expect((await user.get('/api/token/?p=7&size=10')).body.data).toEqual([])
  })

  test('a chat takes the first enabled key out of a hundred', async () => {
    const { body } = await user.get('/api/token/?p=0&size=100')
    expect(body.data.find(({ status }: { status: number }) => status === 1).key).toHaveLength(48)
  })

  test('switching off answers the new state, and the row goes by a path with a slash', async () => {
    const { id } = (await user.post('/api/token/', { name: 'gone' })).body.data[0]
    const off = await user.put('/api/token/?status_only=true', { id, status: 2 })
    expect(off.body.data.status).toBe(2)
    expect((await user.delete(`/api/token/${id}/`)).body.success).toBe(true)
  })
})

describe('every answer', () => {
  test('has the two keys that every page reads, in this shape', async () => {
    for (const path of ['/api/user/self', '/api/token/?p=0&size=10', '/api/user/aff']) {
      const { body } = await user.get(path)
      expect(body).toMatchObject({ success: true, message: '' })
    }
  })

  test('both forms of a path are the same call', async () => {
    for (const path of ['/api/user', '/api/token', '/api/status', '/api/user/self/groups']) {
      const [bare, slashed] = [await root.get(path), await root.get(`${path}/`)]
      expect(bare.status).toBe(200)
      expect(slashed.body).toEqual(bare.body)
    }
  })

  test('numbers in a query that are none count as not given', async () => {
    for (const p of ['', 'NaN', '1.5', 'abc']) {
      const { body } = await root.get(`/api/user/?p=${p}&page_size=${p}`)
      expect(body.data).toMatchObject({ page: 1, page_size: 10 })
    }
  })

  test('an unknown call has the error object of the family', async () => {
    const { status, body } = await root.get('/api/no/such/call')
    expect(status).toBe(404)
    expect(body.error.type).toBe('invalid_request_error')
    expect(body.error.message).toStartWith('Invalid URL (GET /api/no/such/call)')
  })

  test('a body that cannot be decoded is a bad request with a stable code', async () => {
    const { status, headers, body } = await user.post('/api/token/', '{"name":')
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      code: 'request.invalid_json',
      message: 'The request body is not valid JSON; please check its format',
    })
    expect(headers.get('x-oneapi-request-id')).not.toBeNull()
  })
})
