import { describe, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, type GatewayOptions, startGateway } from '../support/gateway'

const PASSWORD = 'correct horse battery'
const ann = { username: 'ann', password: PASSWORD, password2: PASSWORD }

function start(options: GatewayOptions = {}): Promise<Gateway> {
  return startGateway({ ...options, env: { ...NO_LIMITS, ...options.env } })
}

async function userNamed(gateway: Gateway, username: string) {
  const { items } = await gateway.services.users.list({ keyword: username })
  return items.find((user) => user.username === username)
}

describe('registering', () => {
  test('opens an ordinary account that is signed in at once, and can log in', async () => {
    await using gateway = await start({ options: { QuotaForNewUser: 700 } })
    const api = apiClient(gateway)
    const answer = await api.post('/api/user/register', { ...ann, role: 100, quota: 5 })
    expect(answer.body.data).toMatchObject({ username: 'ann', role: 1, password: '' })
    const [cookie = ''] = answer.headers.get('set-cookie')?.split(';') ?? []
    const headers = { cookie, 'new-api-user': String(answer.body.data.id) }
    const own = await fetch(`${gateway.url}/api/user/self`, { headers })
    expect(await own.json()).toMatchObject({ success: true, data: { username: 'ann' } })
    const caller = await api.login('ann')
    const { data } = (await caller.get('/api/user/self')).body
    expect(data).toMatchObject({ role: 1, status: 1, group: 'default', quota: 700, email: '' })
    expect(data).toMatchObject({ display_name: 'ann', inviter_id: 0, aff_count: 0 })
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('writes the gift into the log of the user, and the account into the audit', async () => {
    await using gateway = await start({ options: { QuotaForNewUser: 500_000 } })
    await apiClient(gateway).post('/api/user/register', ann)
    const user = await userNamed(gateway, 'ann')
    const logs = await gateway.services.logs.list({ userId: user?.id ?? 0 })
    expect(logs.items).toMatchObject([
      { type: 4, other: expect.stringContaining('grant_new_user') },
    ])
    const audit = await gateway.services.audit.list({ action: 'user.register', limit: 10 })
    expect(audit).toMatchObject([{ target: `user:${user?.id}`, ip: '127.0.0.1' }])
    expect(JSON.stringify(audit)).not.toContain(PASSWORD)
  })

  test.each([
    [{ username: '' }, 'user.name_or_password_empty', 'Username and password cannot be empty'],
    [{ password: '', password2: '' }, 'user.name_or_password_empty', 'cannot be empty'],
    [
      { password: 'short', password2: 'short' },
      'user.password_too_short',
      'Password length must not be less than 8',
    ],
    [{ password2: 'another horse' }, 'user.passwords_differ', 'The two passwords differ'],
    [{ username: 'an n' }, 'user.name_invalid', 'Invalid username'],
    [{ username: '12345' }, 'user.name_invalid', 'Invalid username'],
    [{ username: 'x'.repeat(13) }, 'user.name_too_long', 'at most 12'],
    [{ username: 'ANN' }, 'done', ''],
  ])('%p is answered with %s', async (change, code, message) => {
    await using gateway = await start()
    const { status, body } = await apiClient(gateway).post('/api/user/register', {
      ...ann,
      ...change,
    })
    expect(status).toBe(200)
    expect(body.code ?? 'done').toBe(code)
    expect(body.message).toContain(message)
  })

  test('a name is taken whatever its case, and after its owner has gone', async () => {
    await using gateway = await start({ users: [{ username: 'Ann' }] })
    const api = apiClient(gateway)
    expect((await api.post('/api/user/register', ann)).body.code).toBe('user.name_taken')
    const system = { kind: 'cli', id: 0, name: 't', ip: '', requestId: '', role: 101 } as const
    await gateway.services.users.remove(system, gateway.userIds[0] ?? 0)
    expect((await api.post('/api/user/register', ann)).body.code).toBe('user.name_taken')
  })

  test('says in both languages that registrations are closed', async () => {
    await using closed = await start({ options: { RegisterEnabled: false } })
    const api = apiClient(closed)
    const english = await api.post('/api/user/register', ann)
    expect(english.body).toMatchObject({ success: false, code: 'register.closed' })
    expect(english.body.message).toBe('The administrator has closed new registrations')
    const headers = { 'accept-language': 'zh-CN' }
    const chinese = await api.post('/api/user/register', ann, { headers })
    expect(chinese.body.message).toMatch(/^管理员/)
    await using passwordless = await start({ options: { PasswordRegisterEnabled: false } })
    const answer = await apiClient(passwordless).post('/api/user/register', ann)
    expect(answer.body.code).toBe('register.password_closed')
  })

  test('of 16 people who want one name at once, one gets it', async () => {
    await using gateway = await start()
    const api = apiClient(gateway)
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => api.post('/api/user/register', ann)),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.success === false)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['user.name_taken']))
  })

  test('an address that nobody has proved is not kept', async () => {
    await using gateway = await start()
    await apiClient(gateway).post('/api/user/register', { ...ann, email: 'ann@example.com' })
    expect((await userNamed(gateway, 'ann'))?.email).toBe('')
  })

  test('a body that is no JSON, or of the wrong shape, is refused', async () => {
    await using gateway = await start()
    const api = apiClient(gateway)
    expect((await api.post('/api/user/register', '{')).status).toBe(400)
    const answer = await api.post('/api/user/register', { ...ann, username: 7 })
    expect(answer.body.code).toBe('value.invalid')
  })

  test('the operator can give everybody a first token', async () => {
    await using gateway = await start({ env: { GENERATE_DEFAULT_TOKEN: 'true' } })
    await apiClient(gateway).post('/api/user/register', ann)
    const user = await userNamed(gateway, 'ann')
    const { items } = await gateway.services.tokens.list({ userId: user?.id ?? 0 })
    expect(items).toMatchObject([
      { name: 'ann', unlimited_quota: 1, remain_quota: 500_000, expired_time: -1 },
    ])
  })

  test('too many tries from one address are refused with the time to wait', async () => {
    await using gateway = await startGateway({ env: { CRITICAL_RATE_LIMIT: '2' } })
    const api = apiClient(gateway)
    await api.post('/api/user/register', ann)
    await api.post('/api/user/register', ann)
    const answer = await api.post('/api/user/register', ann)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.body).toMatchObject({ success: false, code: 'request.too_many' })
  })

  test('another site cannot make a browser register', async () => {
    await using gateway = await start()
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answer = await apiClient(gateway).post('/api/user/register', ann, { headers })
    expect(answer.body.code).toBe('session.origin_refused')
  })
})
