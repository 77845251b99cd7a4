import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { API_PASSWORD, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { codeOf as code, type House, MINUTE_MS, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }

let house: House
let gateway: Gateway
let api: ApiClient
let root: ApiCaller
let rootId: number

beforeAll(async () => {
  house = await openHouse(clock)
  ;({ gateway, api, root, rootId } = house)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})
beforeEach(() => {
  clock.ms = START_MS
})

const newUser = (facts: { role?: number; quota?: number; group?: string } = {}) =>
  newUserOf(house, facts)

describe('the own account', () => {
  test('shows every field that front ends compare, none of them null', async () => {
    const user = await newUser()
    const { body } = await (await user.login()).get('/api/user/self')
    expect(body.data).toEqual({
      id: user.id,
      username: user.username,
      password: '',
      display_name: user.username,
      role: 1,
      role_id: 0,
      account_type: 'person',
      banned_until: 0,
      banned_reason: '',
      terms_version: '',
      terms_accepted: 0,
      status: 1,
      email: '',
      github_id: '',
      oidc_id: '',
      wechat_id: '',
      telegram_id: '',
      linux_do_id: '',
      verification_code: '',
      access_token: null,
      quota: 1000,
      used_quota: 0,
      request_count: 0,
      group: 'default',
      aff_code: user.aff_code,
      aff_count: 0,
      aff_quota: 0,
      aff_history_quota: 0,
      inviter_id: 0,
      DeletedAt: null,
      setting: '',
    })
  })

  test('name and display name change; blank and unknown fields do not', async () => {
    const user = await newUser()
    const self = await user.login()
    const answer = await self.put('/api/user/self', {
      username: `renamed-${user.id}`,
      display_name: 'Ann',
      password: '',
      role: 100,
      quota: 5_000_000,
      group: 'vip',
    })
    expect(answer.body).toEqual({ success: true, message: '' })
    await self.put('/api/user/self', { display_name: '', username: null })
    const { body } = await self.get('/api/user/self')
    expect(body.data).toMatchObject({
      username: `renamed-${user.id}`,
      display_name: 'Ann',
      role: 1,
      quota: 1000,
      group: 'default',
    })
  })

  test('the whole object comes back unchanged without harm', async () => {
    const self = await (await newUser()).login()
    const { body } = await self.get('/api/user/self')
    expect((await self.put('/api/user/self', body.data)).body.success).toBe(true)
    expect((await self.get('/api/user/self')).body.data).toEqual(body.data)
  })

  test('a name that is taken or unreadable is refused', async () => {
    const self = await (await newUser()).login()
    expect(await code(self.put('/api/user/self', { username: 'ROOT' }))).toBe('user.name_taken')
    expect(await code(self.put('/api/user/self', { username: 'a b' }))).toBe('user.name_invalid')
  })

  test('a new password ends every session and gives the asking one a new cookie', async () => {
    const user = await newUser()
    const [self, other] = [await user.login(), await user.login()]
    const answer = await self.put('/api/user/self', { password: 'another long password' })
    expect(answer.body.success).toBe(true)
    for (const old of [self, other]) expect((await old.get('/api/user/self')).status).toBe(401)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { cookie, 'new-api-user': String(user.id) }
    expect((await api.get('/api/user/self', { headers })).status).toBe(200)
    await api.login(user.username, 'another long password')
  })

  test('a login of long ago asks for the current password', async () => {
    const self = await (await newUser()).login()
    clock.ms += 16 * MINUTE_MS
    const wish = { password: 'another long password' }
    const asked = await self.put('/api/user/self', wish)
    expect(asked.body.code).toBe('session.confirmation_needed')
    const wrong = self.put('/api/user/self', { ...wish, original_password: 'not this one' })
    expect(await code(wrong)).toBe('user.password_wrong')
    const right = { ...wish, original_password: API_PASSWORD }
    expect((await self.put('/api/user/self', right)).body.success).toBe(true)
  })

  test('the current password makes an old login recent, in a new session', async () => {
    const user = await newUser()
    const self = await user.login()
    clock.ms += 16 * MINUTE_MS
    const confirm = (original_password: string) =>
      self.post('/api/user/confirm', { original_password })
    expect(await code(confirm(''))).toBe('session.confirmation_needed')
    expect(await code(confirm('not this one'))).toBe('user.password_wrong')
    const { body, headers: sent } = await confirm(API_PASSWORD)
    expect(body).toEqual({ success: true, message: '' })
    expect((await self.get('/api/user/self')).status).toBe(401)
    const cookie = sent.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { cookie, 'new-api-user': String(user.id) }
    const removed = await api.delete('/api/user/self', {}, { headers })
    expect(removed.body.success).toBe(true)
  })

  test('a recent login need not be confirmed, and keeps its session', async () => {
    const self = await (await newUser()).login()
    const answer = await self.post('/api/user/confirm', {})
    expect(answer.body.success).toBe(true)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await self.get('/api/user/self')).status).toBe(200)
  })

  test('passwords that are too short or too long are refused', async () => {
    const self = await (await newUser()).login()
    const put = (password: string) => code(self.put('/api/user/self', { password }))
    expect(await put('1234567')).toBe('user.password_too_short')
    expect(await put('x'.repeat(129))).toBe('user.password_too_long')
  })

  test('deregistering ends session, tokens and access token for good', async () => {
    const user = await newUser()
    const self = await user.login()
    const [token] = await gateway.services.tokens.create(TEST_ACTOR, { user_id: user.id })
    const { body } = await self.get('/api/user/token')
    expect((await self.delete('/api/user/self', {})).body.success).toBe(true)
    expect((await self.get('/api/user/self')).status).toBe(401)
    const byToken = api.withAccessToken(user.id, body.data)
    expect(await code(byToken.get('/api/user/self'))).toBe('access_token.invalid')
    const call = await gateway.post('/v1/chat/completions', {}, { key: `sk-${token?.key}` })
    expect(call.status).toBe(401)
    const again = await api.post('/api/user/login', {
      username: user.username,
      password: API_PASSWORD,
    })
    expect(again.body.code).toBe('login.wrong')
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('deregistering wants the own name where one is typed, and a recent login', async () => {
    const self = await (await newUser()).login()
    const other = self.delete('/api/user/self', { username: 'root' })
    expect(await code(other)).toBe('user.deletion_not_confirmed')
    clock.ms += 16 * MINUTE_MS
    expect(await code(self.delete('/api/user/self'))).toBe('session.confirmation_needed')
    expect(await code(root.delete('/api/user/self'))).toBe('session.confirmation_needed')
    clock.ms = START_MS
    expect(await code(root.delete('/api/user/self'))).toBe('user.root_protected')
  })

  test('groups are those that exist and are open, and the own one', async () => {
    const self = await (await newUser({ group: 'svip' })).login()
    const { body } = await self.get('/api/user/self/groups')
    expect(Object.keys(body.data).sort()).toEqual(['default', 'svip', 'vip'])
    expect(body.data.svip).toEqual({ ratio: 1, desc: 'user group' })
  })

  test('models are those of the usable groups, sorted, and never null', async () => {
    const ofGroup = async (group: string) =>
      (await (await (await newUser({ group })).login()).get('/api/user/models')).body.data
    expect(await ofGroup('default')).toEqual(['gemini-2.5-pro', 'gpt-4o', 'gpt-4o-mini'])
    expect(await ofGroup('svip')).toContain('claude-opus-4')
    await using empty = await startGateway()
    const nobody = await apiClient(empty).as('user')
    expect((await nobody.get('/api/user/models')).body.data).toEqual([])
  })

  test('models narrow to one group, if the user may use it', async () => {
    const user = await newUser({ group: 'default' })
    const self = await user.login()
    const within = async (group: string) =>
      (await self.get(`/api/user/models?group=${group}`)).body.data
    expect(await within('default')).toEqual(['gpt-4o', 'gpt-4o-mini'])
    expect(await within('')).toEqual(['gemini-2.5-pro', 'gpt-4o', 'gpt-4o-mini'])
    expect(await within('svip')).toEqual([])
    expect(await within('nowhere')).toEqual([])
  })

  test('the invite code is the same every time', async () => {
    const user = await newUser()
    const self = await user.login()
    expect((await self.get('/api/user/aff')).body.data).toBe(user.aff_code)
    expect((await self.get('/api/user/aff')).body.data).toBe(user.aff_code)
  })
})

describe('the system access token', () => {
  test('is shown once, works with and without Bearer, and is stored as a hash', async () => {
    const user = await newUser()
    const { body } = await (await user.login()).get('/api/user/token')
    expect(body.data).toMatch(/^[A-Za-z0-9]{32}$/)
    for (const form of [body.data, `Bearer ${body.data}`]) {
      const answer = await api.withAccessToken(user.id, form).get('/api/user/self')
      expect(answer.body.data).toMatchObject({ id: user.id, access_token: null })
    }
  })

  test('a new one replaces the old one', async () => {
    const user = await newUser()
    const self = await user.login()
    const first = (await self.get('/api/user/token')).body.data
    const second = (await self.post('/api/user/token')).body.data
    expect(second).not.toBe(first)
    const old = await api.withAccessToken(user.id, first).get('/api/user/self')
    expect(old).toMatchObject({ status: 200, body: { code: 'access_token.invalid' } })
  })

  test('can be revoked, once', async () => {
    const self = await (await newUser()).login()
    const token = (await self.post('/api/user/token')).body.data
    expect((await self.delete('/api/user/token')).body.success).toBe(true)
    expect(await code(self.delete('/api/user/token'))).toBe('access_token.not_found')
    const byToken = api.withAccessToken(self.id, token).get('/api/user/self')
    expect(await code(byToken)).toBe('access_token.invalid')
  })

  test('needs the user header like a session does', async () => {
    const self = await (await newUser()).login()
    const token = (await self.post('/api/user/token')).body.data
    expect((await api.withAccessToken(rootId, token).get('/api/user/self')).status).toBe(401)
    const answer = await api.get('/api/user/self', { headers: { authorization: token } })
    expect(answer.status).toBe(401)
  })

  test('a banned owner is told so, with status 200', async () => {
    const user = await newUser()
    const token = (await (await user.login()).post('/api/user/token')).body.data
    await root.post('/api/user/manage', { id: user.id, action: 'disable' })
    const answer = await api.withAccessToken(user.id, token).get('/api/user/self')
    expect(answer).toMatchObject({ status: 200, body: { success: false, code: 'user.banned' } })
  })

  test('guessing is slowed down', async () => {
    await using guarded = await startGateway({ env: NO_LIMITS })
    const client = apiClient(guarded)
    const guess = () => client.withAccessToken(1, 'guess').get('/api/user/self')
    for (let round = 0; round < 30; round += 1) expect((await guess()).status).toBe(200)
    expect((await guess()).status).toBe(429)
  })
})
