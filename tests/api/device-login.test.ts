/** Programs that log in by a browser elsewhere (RFC 8628), as the program and its owner see it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DEVICE_GRANT } from '../../server/domain/accounts/device-codes'
import { SYSTEM_ACTOR } from '../../server/services/service-deps'
import { API_PASSWORD, type ApiCaller, apiClient } from '../support/api'
import { startGateway } from '../support/gateway'
import { addApp, totpCode } from '../support/second-factor'
import { codeOf, type House, MINUTE_MS, newUserOf, openHouse, START_MS } from './house'

const clock = { ms: START_MS }
let house: House

beforeAll(async () => {
  house = await openHouse(clock)
})
afterAll(async () => {
  await house.gateway[Symbol.asyncDispose]()
})

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

async function begin(fields: Readonly<Record<string, string>> = {}) {
  const form = new URLSearchParams({ client_id: 'gw', device_name: 'laptop', ...fields })
  const { status, body } = await house.api.post('/api/oauth/device/code', form.toString(), FORM)
  expect(status).toBe(200)
  return body
}

const ask = (device_code: string, api: ApiCaller = house.api) => {
  const form = new URLSearchParams({ grant_type: DEVICE_GRANT, device_code, client_id: 'gw' })
  return api.post('/api/oauth/device/token', form.toString(), FORM)
}
const errorOf = async (device_code: string) => (await ask(device_code)).body.error

const decide = (caller: ApiCaller, user_code: string, approve = true) =>
  caller.post('/api/oauth/device/login', { user_code, approve })

const newUser = async (role = 1) => await (await newUserOf(house, { role })).login()

test('a program is told what to show, and gets its access token once it is let in', async () => {
  const user = await newUser()
  const codes = await begin()
  expect(codes).toMatchObject({ expires_in: 600, interval: 5 })
  expect(codes.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(codes.verification_uri).toBe(`${house.gateway.url}/device`)
  expect(codes.verification_uri_complete).toBe(
    `${house.gateway.url}/device?code=${codes.user_code}`,
  )
  expect(await errorOf(codes.device_code)).toBe('authorization_pending')
  const typed = codes.user_code.toLowerCase().replace('-', ' ')
  const shown = await user.get(`/api/oauth/device/login?user_code=${encodeURIComponent(typed)}`)
  expect(shown.body.data).toMatchObject({
    ...{ client: 'gw', device_name: 'laptop', ip: '127.0.0.1', is_near: true, scopes: null },
  })
  expect((await decide(user, typed)).body.success).toBe(true)
  const { status, body } = await ask(codes.device_code)
  expect([status, body.token_type, body.user_id]).toEqual([200, 'Bearer', user.id])
  const program = house.api.withAccessToken(user.id, body.access_token)
  expect((await program.get('/api/user/self')).body.data.username).toBe(body.username)
  const { data } = (await user.get('/api/access_token/')).body
  expect(data).toMatchObject([{ name: 'gw on laptop', kind: 'named', scopes: null }])
  // Neither code opens anything any more.
  expect(await errorOf(codes.device_code)).toBe('invalid_grant')
  expect(await codeOf(decide(user, codes.user_code))).toBe('device_login.unknown')
})

test('of programs that ask at once with one code, one gets the token', async () => {
  const user = await newUser()
  const { device_code, user_code } = await begin()
  await decide(user, user_code)
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(device_code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  expect((await user.get('/api/access_token/')).body.data.length).toBe(1)
})

test('a program that asks too often has to wait longer from then on', async () => {
  const { device_code } = await begin()
  const after = (seconds: number) => {
    clock.ms += seconds * 1000
    return errorOf(device_code)
  }
  expect(await after(0)).toBe('authorization_pending')
  expect(await after(1)).toBe('slow_down')
  expect(await after(6)).toBe('slow_down')
  expect(await after(15)).toBe('authorization_pending')
})

test('a program is denied, and so is one whose owner was banned meanwhile', async () => {
  const user = await newUser()
  const denied = await begin()
  expect((await decide(user, denied.user_code, false)).body.success).toBe(true)
  expect(await errorOf(denied.device_code)).toBe('access_denied')
  expect(await codeOf(decide(user, denied.user_code))).toBe('device_login.unknown')
  const late = await begin()
  await decide(user, late.user_code)
  await house.root.post('/api/user/manage', { id: user.id, action: 'disable' })
  expect(await errorOf(late.device_code)).toBe('access_denied')
})

test('a new password ends what was let in and has not asked since', async () => {
  const user = await newUser()
  const { device_code, user_code } = await begin()
  await decide(user, user_code)
  const change = { password: 'another long password', original_password: API_PASSWORD }
  expect((await user.put('/api/user/self', change)).body.success).toBe(true)
  expect(await errorOf(device_code)).toBe('invalid_grant')
})

test('codes expire after ten minutes, and are swept later', async () => {
  const user = await newUser()
  const { device_code, user_code } = await begin()
  await decide(user, user_code)
  const other = await begin()
  clock.ms += 10 * MINUTE_MS
  expect(await errorOf(device_code)).toBe('expired_token')
  expect(await errorOf(other.device_code)).toBe('expired_token')
  expect(await codeOf(decide(user, other.user_code))).toBe('device_login.unknown')
  clock.ms += 61 * MINUTE_MS
  await house.gateway.services.deviceLogins.purge(SYSTEM_ACTOR)
  expect(await errorOf(device_code)).toBe('invalid_grant')
})

describe('what it may do', () => {
  test('is what it asked for', async () => {
    const admin = await newUser(10)
    const { device_code, user_code } = await begin({ scope: 'channel:read log:read' })
    await decide(admin, user_code)
    const { body } = await ask(device_code)
    expect(body.scope).toBe('channel:read log:read')
    const program = house.api.withAccessToken(admin.id, body.access_token)
    expect((await program.get('/api/channel/')).body.success).toBe(true)
    expect(await codeOf(program.get('/api/user/'))).toBe('permission.scope_needed')
    const form = new URLSearchParams({ scope: 'channel:everything' }).toString()
    const refused = await house.api.post('/api/oauth/device/code', form, FORM)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope'])
  })

  test('is never more than who lets it in may do', async () => {
    const { id, login } = await newUserOf(house, { role: 10 })
    const roles = house.gateway.services.roles
    const role = await roles.create(SYSTEM_ACTOR, {
      ...{ name: 'watcher', base: 10, scopes: ['channel:read'] },
    })
    await roles.assign(SYSTEM_ACTOR, { userId: id, roleId: role.id })
    const admin = await login()
    const { user_code } = await begin({ scope: 'channel:read channel:write' })
    const shown = await admin.get(`/api/oauth/device/login?user_code=${user_code}`)
    expect(shown.body.data.scopes).toEqual(['channel:read'])
    const other = await begin({ scope: 'option:write' })
    expect(await codeOf(decide(admin, other.user_code))).toBe('access_token.scope_missing')
  })
})

describe('who lets it in', () => {
  test('is logged in at a browser: an access token cannot', async () => {
    const user = await newUser()
    const { user_code } = await begin()
    const { body } = await user.post('/api/access_token/', { name: 'one' })
    const program = house.api.withAccessToken(user.id, body.data.token)
    expect(await codeOf(decide(program, user_code))).toBe('access_token.refused')
    expect((await decide(house.api, user_code)).status).toBe(401)
  })

  test('has logged in lately, or proves the second factor', async () => {
    const user = await newUser()
    const guarded = await newUser()
    const app = await addApp(guarded, clock.ms)
    clock.ms += 16 * MINUTE_MS
    const { user_code, device_code } = await begin()
    expect(await codeOf(decide(user, user_code))).toBe('session.confirmation_needed')
    expect(await codeOf(decide(guarded, user_code))).toBe('session.factor_needed')
    const code = totpCode(app.secret, clock.ms)
    await guarded.post('/api/verify', { code })
    expect((await decide(guarded, user_code)).body.success).toBe(true)
    expect((await ask(device_code)).body.user_id).toBe(guarded.id)
  })

  test('has ten wrong codes in a quarter of an hour, and no more', async () => {
    const user = await newUser()
    const { user_code } = await begin()
    const show = (code: string) => codeOf(user.get(`/api/oauth/device/login?user_code=${code}`))
    for (let wrong = 0; wrong < 10; wrong += 1) {
      expect(await show(wrong === 0 ? 'AEIO-UAEI' : 'BBBB-BBBB')).toBe('device_login.unknown')
    }
    expect(await show(user_code)).toBe('request.too_many')
    clock.ms += 16 * MINUTE_MS
    expect(await show((await begin()).user_code)).toBeUndefined()
  })

  test('stands in the audit log, with the program', async () => {
    const user = await newUser()
    const { device_code, user_code } = await begin({ device_name: 'audited' })
    await decide(user, user_code)
    await ask(device_code)
    const { body } = await house.root.get(`/api/audit/?actor_id=${user.id}&page_size=10`)
    const text = JSON.stringify(body)
    for (const word of ['device_login.approve', 'audited', 'access_token.create']) {
      expect(text).toContain(word)
    }
    expect(text).not.toContain(device_code)
  })
})

test('few programs of one address wait at a time', async () => {
  clock.ms += 11 * MINUTE_MS
  for (let waiting = 0; waiting < 20; waiting += 1) await begin()
  const { status, body } = await house.api.post('/api/oauth/device/code', {})
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining('Too many programs') },
  ])
  clock.ms += 11 * MINUTE_MS
  expect(await begin()).toMatchObject({ interval: 5 })
})

test('codes outlive a restart', async () => {
  const { device_code, user_code } = await begin()
  await house.gateway.stop()
  await using next = await startGateway({
    restartOf: house.gateway,
    clock: { nowMs: () => clock.ms },
  })
  const api = apiClient(next)
  const root = await api.login('root')
  expect((await decide(root, user_code)).body.success).toBe(true)
  expect((await ask(device_code, api)).body.user_id).toBe(root.id)
})
