/** OpenID Connect providers that root adds, what their claims decide, and single logout. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE } from '../../server/domain/accounts/roles'
import { type ApiAnswer, type ApiCaller, type ApiClient, apiClient } from '../support/api'
import type { Person } from '../support/identity-provider'
import { logInElsewhere, type OauthGateway, startOauthGateway } from '../support/oauth-gateway'
import { TEST_ACTOR } from '../support/seed'

let place: OauthGateway
let api: ApiClient
let root: ApiCaller
let admin: ApiCaller
let id = 0

const PATH = '/api/custom-oauth-provider/'
const wellKnown = () => `${place.provider.url}/.well-known/openid-configuration`
const fields = () => ({
  name: 'Acme',
  well_known: wellKnown(),
  client_id: place.provider.clientId,
  client_secret: place.provider.clientSecret,
})
const person = (sub: string, profile: object = {}): Person => ({
  profile: { sub, preferred_username: sub, name: sub, ...profile },
  claims: { sid: `sid-${sub}` },
})
const logIn = (who: Person, slug = 'acme') => logInElsewhere(place, slug, who)
const set = (change: object) => root.put(`${PATH}${id}`, change)

beforeAll(async () => {
  place = await startOauthGateway({ options: { RegisterEnabled: false } })
  api = apiClient(place.gateway)
  root = await api.as('root')
  admin = await api.as('admin')
  const { body } = await root.post(PATH, { ...fields(), slug: 'acme', registers: true })
  expect(body).toMatchObject({ success: true, data: { slug: 'acme', users: 0, enabled: true } })
  expect(JSON.stringify(body)).not.toContain(place.provider.clientSecret)
  id = body.data.id
})
afterAll(() => place[Symbol.asyncDispose]())

const cookieOf = ({ headers }: ApiAnswer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))
    ?.split(';')[0] ?? ''
const isIn = async (answer: ApiAnswer): Promise<boolean> => {
  const headers = { cookie: cookieOf(answer), 'new-api-user': String(answer.body.data.id) }
  const { body } = await api.get('/api/user/self', { headers })
  return body.success
}

describe('a provider that was added', () => {
  test('is told to visitors and makes accounts although the site is closed', async () => {
    const { body: status } = await api.get('/api/status')
    expect(status.data.custom_oauth_providers).toEqual([{ slug: 'acme', name: 'Acme' }])
    const first = await logIn(person('zoe'))
    expect(first.body.data).toMatchObject({ username: 'zoe', oidc_id: '' })
    expect((await logIn(person('zoe'))).body.data.id).toBe(first.body.data.id)
    expect((await logIn(person('zoe'), 'oidc')).body.code).toBe('register.closed')
    const { body } = await admin.get(`/api/user/${first.body.data.id}/oauth/bindings`)
    expect(body.data).toEqual([{ slug: 'acme', name: 'Acme', subject: 'zoe' }])
  })

  test('makes nobody unless it may', async () => {
    await set({ registers: false })
    expect((await logIn(person('stranger'))).body.code).toBe('register.closed')
    await set({ registers: true })
  })

  test('is bound to an account once, and taken off it', async () => {
    const user = await api.as('user')
    const bound = await logInElsewhere(place, 'acme', { ...person('bound'), by: user })
    expect(bound.body).toMatchObject({ success: true, message: 'bind' })
    const other = await api.as('user')
    const taken = await logInElsewhere(place, 'acme', { ...person('bound'), by: other })
    expect(taken.body.code).toBe('binding.taken')
    expect((await logIn(person('bound'))).body.data.id).toBe(user.id)
    expect((await user.delete('/api/user/bindings/acme')).body.success).toBe(true)
    expect((await user.get('/api/user/oauth/bindings')).body.data).toEqual([])
    expect((await user.delete('/api/user/bindings/acme')).body.code).toBe('binding.missing')
  })

  test('is kept by root alone, with a name of its own and a discovery that works', async () => {
    expect((await admin.get(PATH)).body.success).toBe(false)
    for (const slug of ['github', 'state', 'a b', '../x', '']) {
      expect((await root.post(PATH, { ...fields(), slug })).body.code).toBe('value.invalid')
    }
    expect((await root.post(PATH, { ...fields(), slug: 'acme' })).body.code).toBe('value.invalid')
    const broken = { ...fields(), slug: 'broken', well_known: `${place.provider.url}/nowhere` }
    expect((await root.post(PATH, broken)).body.code).toBe('oauth.failed')
    expect((await root.post(PATH, { ...fields(), slug: 'x', name: ' ' })).body.success).toBe(false)
    expect((await root.get(PATH)).body.data).toHaveLength(1)
    expect(JSON.stringify((await root.get(PATH)).body)).not.toContain(place.provider.clientSecret)
  })

  test('is closed when it is switched off', async () => {
    await set({ enabled: false })
    const left = await api.get('/api/oauth/state?provider=acme')
    expect(left.body.code).toBe('login.method_closed')
    const { body } = await api.get('/api/status')
    expect(body.data.custom_oauth_providers).toEqual([])
    await set({ enabled: true })
    expect((await logIn(person('zoe'))).body.success).toBe(true)
  })

  test('is not removed while it is somebody’s only way in', async () => {
    expect((await root.delete(`${PATH}${id}`)).body.code).toBe('identity_provider.in_use')
  })
})

describe('claims', () => {
  const withGroups = (sub: string, groups: unknown) => person(sub, { groups })

  test('decide the role at every login, and never root’s', async () => {
    const auditor = await root.post('/api/role/', { name: 'Audit', base: 10, scopes: ['log:read'] })
    await set({ role_map: { ops: 'admin', audit: 'Audit', boss: 'root' } })
    const roleOf = async (groups: unknown) =>
      (await logIn(withGroups('kim', groups))).body.data.role
    expect(await roleOf(['ops', 'other'])).toBe(ROLE.admin)
    expect(await roleOf('audit')).toBe(ROLE.admin)
    const { body } = await root.get('/api/role/')
    expect(body.data).toMatchObject([{ id: auditor.body.data.id, users: 1 }])
    expect(await roleOf(['boss'])).toBe(ROLE.user)
    expect(await roleOf(undefined)).toBe(ROLE.user)
    const bind = await logInElsewhere(place, 'acme', { ...person('the-root'), by: root })
    expect(bind.body.message).toBe('bind')
    expect((await logIn(withGroups('the-root', []))).body.data.role).toBe(ROLE.root)
    root = await api.as('root')
    await set({ role_map: {} })
    expect(await roleOf(['ops'])).toBe(ROLE.user)
  })

  test('end the logins of who has lost a role', async () => {
    await set({ role_map: { ops: 'admin' } })
    const before = await logIn(withGroups('max', ['ops']))
    expect(await isIn(before)).toBe(true)
    await logIn(withGroups('max', []))
    expect(await isIn(before)).toBe(false)
    await set({ role_map: {} })
  })

  test('decide the group by a map of the provider’s own', async () => {
    await place.gateway.services.options.set(TEST_ACTOR, {
      key: 'GroupRatio',
      value: '{"default":1,"vip":1}',
    })
    await set({ group_map: { staff: 'vip' }, groups_claim: 'teams' })
    const { body } = await logIn(person('ivy', { teams: ['staff'] }))
    expect(body.data.group).toBe('vip')
  })
})

describe('logging out', () => {
  const logout = async (answer: ApiAnswer) => {
    const headers = { cookie: cookieOf(answer), 'new-api-user': String(answer.body.data.id) }
    return (await api.get('/api/user/logout', { headers })).body
  }

  test('leads to the provider where that is wanted', async () => {
    expect(await logout(await logIn(person('zoe')))).not.toHaveProperty('logout_url')
    await set({ single_logout: true })
    const { logout_url } = await logout(await logIn(person('zoe')))
    const url = new URL(logout_url)
    expect(url.pathname).toBe('/oidc/logout')
    expect(url.searchParams.get('client_id')).toBe(place.provider.clientId)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/login')
  })

  const told = (token: string, slug = 'acme') =>
    fetch(`${place.gateway.url}/api/oauth/${slug}/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })

  test('at the provider ends the logins that came of it, and no others', async () => {
    const [ann, bob] = [await logIn(person('ann')), await logIn(person('bob'))]
    const answer = await told(await place.provider.logoutToken({ sub: 'ann', sid: 'sid-ann' }))
    expect(await answer.json()).toMatchObject({ success: true })
    expect([await isIn(ann), await isIn(bob)]).toEqual([false, true])
    await told(await place.provider.logoutToken({ sid: 'sid-bob' }))
    expect(await isIn(bob)).toBe(false)
    const { body } = await root.get('/api/audit/?action=session.end_by_provider&p=1')
    expect(JSON.stringify(body)).toContain('acme')
  })

  test.each([
    ['signed by another key', { sub: 'eve' }, 'another key'],
    ['not signed', { sub: 'eve' }, 'none'],
    ['of another issuer', { sub: 'eve', iss: 'https://evil.example' }, undefined],
    ['for another client', { sub: 'eve', aud: 'client-2' }, undefined],
    ['that is old', { sub: 'eve', iat: 1_000_000_000 }, undefined],
    ['that is an id_token', { sub: 'eve', nonce: 'x' }, undefined],
    ['without its event', { sub: 'eve', events: {} }, undefined],
    ['of nobody', {}, undefined],
  ] as const)('by a token %s ends nothing', async (_, claims, signature) => {
    const eve = await logIn(person('eve'))
    const answer = await told(await place.provider.logoutToken(claims, signature))
    expect(await answer.json()).toMatchObject({ success: false, code: 'oauth.logout_invalid' })
    expect(await isIn(eve)).toBe(true)
  })

  test('is refused for providers that there are not', async () => {
    const token = await place.provider.logoutToken({ sub: 'eve' })
    for (const slug of ['nobody', 'github']) {
      expect(await (await told(token, slug)).json()).toMatchObject({ code: 'oauth.logout_invalid' })
    }
  })

  test('leads to the provider of the settings, too', async () => {
    const set = (value: string) =>
      place.gateway.services.options.set(TEST_ACTOR, { key: 'oidc.single_logout', value })
    const user = await api.as('user')
    await logInElsewhere(place, 'oidc', { ...person('of-settings'), by: user })
    expect(await logout(await logIn(person('of-settings'), 'oidc'))).not.toHaveProperty(
      'logout_url',
    )
    await set('true')
    expect(await logout(await logIn(person('of-settings'), 'oidc'))).toHaveProperty('logout_url')
  })
})
