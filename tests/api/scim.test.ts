/** A directory provisions users and groups by SCIM 2.0, and takes the keys of who leaves. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE } from '../../server/domain/accounts/roles'
import { MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { startIdentityProvider } from '../support/identity-provider'
import { logInElsewhere } from '../support/oauth-gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let upstream: Upstream
let gateway: Gateway
let api: ApiClient
let root: ApiCaller
let token = ''

beforeAll(async () => {
  upstream = await startUpstream(() => json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({
    env: NO_LIMITS,
    options: {
      ...PRICES,
      GroupRatio: { default: 1, vip: 1 },
      QuotaForNewUser: 1_000_000,
      'oidc.group_map': { Staff: 'vip' },
      'oidc.role_map': { Operators: 'admin' },
    },
    channels: [{ upstream, models: MODEL, group: 'default,vip' }],
  })
  api = apiClient(gateway)
  root = await api.as('root')
  const made = { name: 'directory', scopes: ['user:read', 'user:write'] }
  token = (await root.post('/api/access_token/', made)).body.data.token
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function scim(method: string, path: string, body?: object, key = token) {
  const response = await fetch(`${gateway.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), type }
}

const ann = {
  schemas: [USER],
  userName: 'Ann.Lee@firm.example',
  externalId: 'e-1',
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [{ value: 'ann.lee@firm.example', primary: true }],
  active: true,
}
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })
const find = async (filter: string) =>
  (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body

describe('users', () => {
  let id = ''
  let key = ''
  const call = async () =>
    (
      await gateway.post(
        PATH_OF.openai,
        { model: MODEL, messages: [{ role: 'user', content: 'hi' }] },
        { key },
      )
    ).status

  test('are made, found by name and read', async () => {
    const made = await scim('POST', '/Users', ann)
    expect(made).toMatchObject({ status: 201, type: expect.stringContaining('scim+json') })
    id = made.body.id
    expect(made.body).toMatchObject({
      ...ann,
      displayName: 'Ann Lee',
      meta: { resourceType: 'User', location: `${gateway.url}/scim/v2/Users/${id}` },
    })
    expect(await find('userName eq "ann.lee@FIRM.example"')).toMatchObject({
      totalResults: 1,
      Resources: [{ id, externalId: 'e-1' }],
    })
    expect((await find('externalId eq "e-1"')).Resources).toHaveLength(1)
    const paged = (await scim('GET', '/Users?startIndex=1&count=1&attributes=userName')).body
    expect(paged).toMatchObject({ itemsPerPage: 1, startIndex: 1 })
    expect(paged.totalResults).toBeGreaterThan(1)
    expect(paged.Resources[0]).not.toHaveProperty('emails')
    expect((await find('userName eq "nobody"')).totalResults).toBe(0)
    const { data } = (await root.get(`/api/user/${id}`)).body
    expect(data).toMatchObject({ username: 'Ann.Lee', email: 'ann.lee@firm.example', role: 1 })
    expect((await scim('POST', '/Users', ann)).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
  })

  test('lose keys and logins at once when they are switched off, and have them back', async () => {
    const [made] = await gateway.services.tokens.create(TEST_ACTOR, {
      user_id: Number(id),
      name: 'app',
      unlimited_quota: true,
    })
    key = `sk-${made?.key}`
    expect(await call()).toBe(200)
    // As Entra ID writes it.
    const off = patch({ op: 'Replace', path: 'active', value: 'False' })
    expect((await scim('PATCH', `/Users/${id}`, off)).body).toMatchObject({ active: false })
    expect(await call()).toBe(403)
    const on = patch({ op: 'replace', value: { active: true } })
    expect((await scim('PATCH', `/Users/${id}`, on)).body).toMatchObject({ active: true })
    expect(await call()).toBe(200)
  })

  test('whom an operator has banned stay so, whatever the directory repeats', async () => {
    await gateway.services.users.disable(TEST_ACTOR, Number(id))
    const same = await scim('PUT', `/Users/${id}`, { ...ann, displayName: 'Ann L.' })
    expect(same.body).toMatchObject({ active: false, displayName: 'Ann L.' })
    await gateway.services.users.enable(TEST_ACTOR, Number(id))
  })

  test('that there were before are found and taken over', async () => {
    const old = await api.as('user')
    const { username } = (await old.get('/api/user/self')).body.data
    const found = await find(`userName eq "${username}"`)
    expect(found.Resources).toMatchObject([{ id: String(old.id) }])
    const put = { schemas: [USER], userName: username, externalId: 'e-old' }
    expect((await scim('PUT', `/Users/${old.id}`, put)).body).toMatchObject({ externalId: 'e-old' })
  })

  test('are deregistered by DELETE, and are gone then', async () => {
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404)
    expect(await call()).toBe(401)
  })

  test('root is no resource', async () => {
    expect((await scim('GET', `/Users/${root.id}`)).status).toBe(404)
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await scim('PATCH', `/Users/${root.id}`, off)).status).toBe(404)
    expect((await scim('DELETE', `/Users/${root.id}`)).status).toBe(404)
  })
})

describe('groups', () => {
  test('decide role and group by the maps, as long as somebody is in them', async () => {
    const bob = (await scim('POST', '/Users', { ...ann, userName: 'bob', externalId: '' })).body
    const facts = async () => (await root.get(`/api/user/${bob.id}`)).body.data
    const members = [{ value: bob.id }]
    const staff = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Staff', members })
    expect(staff).toMatchObject({ status: 201, body: { members: [{ value: bob.id }] } })
    expect(await facts()).toMatchObject({ group: 'vip', role: ROLE.user })
    const ops = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Operators' })
    const add = patch({ op: 'add', path: 'members', value: members })
    expect((await scim('PATCH', `/Groups/${ops.body.id}`, add)).status).toBe(200)
    expect(await facts()).toMatchObject({ role: ROLE.admin })
    expect((await scim('GET', `/Users/${bob.id}`)).body.groups).toMatchObject([
      { display: 'Operators' },
      { display: 'Staff' },
    ])
    const path = `members[value eq "${bob.id}"]`
    const out = await scim('PATCH', `/Groups/${ops.body.id}`, patch({ op: 'remove', path }))
    expect(out.body.members ?? []).toEqual([])
    expect(await facts()).toMatchObject({ role: ROLE.user })
    expect((await scim('GET', '/Groups?filter=displayName%20eq%20%22staff%22')).body).toMatchObject(
      {
        totalResults: 1,
      },
    )
    expect((await scim('DELETE', `/Groups/${ops.body.id}`)).status).toBe(204)
    expect((await scim('GET', `/Groups/${ops.body.id}`)).status).toBe(404)
  })
})

test('whom a directory has provisioned logs in by its provider, as that account', async () => {
  await using provider = startIdentityProvider()
  const { body } = await root.post('/api/custom-oauth-provider/', {
    slug: 'firm',
    name: 'Firm',
    well_known: `${provider.url}/.well-known/openid-configuration`,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    links_scim: true,
  })
  await gateway.cli(['option', 'set', 'ServerAddress', 'http://localhost:3000'])
  await gateway.cli(['option', 'set', 'RegisterEnabled', 'false'])
  const cara = { ...ann, userName: 'cara', externalId: 'sub-cara', emails: [] }
  const { id } = (await scim('POST', '/Users', cara)).body
  const place = { gateway, provider, [Symbol.asyncDispose]: async () => {} }
  const profile = { sub: 'sub-cara', preferred_username: 'whoever' }
  const login = await logInElsewhere(place, 'firm', { profile })
  expect(login.body.data.id).toBe(Number(id))
  const thief = await logInElsewhere(place, 'firm', {
    profile: { sub: 'sub-x', preferred_username: 'cara' },
  })
  expect(thief.body.code).toBe('register.closed')
  await root.put(`/api/custom-oauth-provider/${body.data.id}`, { links_scim: false })
  const { url, clientId, clientSecret } = provider
  for (const [name, value] of [
    ['client_id', clientId],
    ['client_secret', clientSecret],
    ['well_known', `${url}/.well-known/openid-configuration`],
    ['enabled', 'true'],
    ['links_scim', 'true'],
  ] as const) {
    const key = name === 'links_scim' ? 'oidc.links_scim' : (`oidc.${name}` as const)
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  const eva = { ...ann, userName: 'eva', externalId: 'sub-eva', emails: [] }
  const made = (await scim('POST', '/Users', eva)).body
  const byOption = await logInElsewhere(place, 'oidc', { profile: { sub: 'sub-eva' } })
  expect(byOption.body.data).toMatchObject({ id: Number(made.id), oidc_id: 'sub-eva' })
  const dan = { ...ann, userName: 'dan', externalId: 'sub-dan', emails: [] }
  await scim('POST', '/Users', dan)
  const closed = await logInElsewhere(place, 'firm', { profile: { sub: 'sub-dan' } })
  expect(closed.body.code).toBe('register.closed')
})

describe('the door', () => {
  test('opens to an access token of root with the scope, and to nothing else', async () => {
    const admin = await api.as('admin')
    const named = { name: 'x', scopes: ['user:read', 'user:write'] }
    const ofAdmin = (await admin.post('/api/access_token/', named)).body.data.token
    const narrow = { name: 'narrow', scopes: ['user:read'] }
    const reads = (await root.post('/api/access_token/', narrow)).body.data.token
    expect((await scim('GET', '/Users', undefined, 'wrong')).status).toBe(401)
    expect((await scim('GET', '/Users', undefined, ofAdmin)).status).toBe(403)
    expect((await scim('GET', '/Users', undefined, reads)).status).toBe(200)
    expect((await scim('POST', '/Users', ann, reads)).status).toBe(403)
    const byCookie = await fetch(`${gateway.url}/scim/v2/Users`, {
      headers: { cookie: root.cookie, 'new-api-user': String(root.id) },
    })
    expect(byCookie.status).toBe(401)
  })

  test('says what it can do, and refuses what it cannot in SCIM’s own words', async () => {
    const { body } = await scim('GET', '/ServiceProviderConfig')
    expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2)
    expect((await scim('GET', '/Schemas')).body.totalResults).toBeGreaterThan(1)
    for (const [method, path, given, status] of [
      ['GET', '/Nothing', undefined, 404],
      ['GET', '/Users/abc', undefined, 404],
      ['GET', '/Users?filter=nonsense', undefined, 400],
      ['POST', '/Users', { schemas: [USER] }, 400],
      ['PATCH', '/Users/1', { nonsense: true }, 400],
      ['POST', '/Groups', { schemas: [GROUP], displayName: '', members: [] }, 400],
    ] as const) {
      const answer = await scim(method, path, given)
      expect({ path, status: answer.status }).toEqual({ path, status })
      expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    }
  })
})
