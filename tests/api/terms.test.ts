/** Terms of use to accept by version: at registration, and again when they change. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient } from '../support/api'
import { logInElsewhere, startOauthGateway } from '../support/oauth-gateway'
import { TEST_ACTOR } from '../support/seed'
import { codeOf, type House, newUserOf, openHouse, START_MS } from './house'

const PASSWORD = 'correct horse battery'
const TEXT = '# Terms\n\nPay in advance.'

let house: House
const set = (key: string, value: string) =>
  house.gateway.services.options.set(TEST_ACTOR, { key, value })
const ACCEPT = '/api/user/terms'

beforeAll(async () => {
  house = await openHouse({ ms: START_MS })
})
afterAll(async () => await house.gateway[Symbol.asyncDispose]())

describe('without terms', () => {
  test('a version alone, or a text alone, asks nobody', async () => {
    const caller = await (await newUserOf(house)).login()
    await set('TermsVersion', 'v0')
    expect((await house.api.get('/api/status')).body.data.terms_version).toBe('')
    expect(await codeOf(caller.get('/api/token/'))).toBeUndefined()
    await set('TermsVersion', '')
    await set('legal.user_agreement', TEXT)
    await set('legal.privacy_policy', 'We keep little.')
    expect(await codeOf(caller.get('/api/token/'))).toBeUndefined()
    const { data } = (await house.api.get('/api/status')).body
    expect(data).toMatchObject({ terms_version: '', user_agreement_enabled: true })
    expect(data.privacy_policy_enabled).toBe(true)
    expect((await house.api.get('/api/user-agreement')).body.data).toBe(TEXT)
    expect((await house.api.get('/api/privacy-policy')).body.data).toBe('We keep little.')
    expect(await codeOf(caller.post(ACCEPT, { version: '' }))).toBe('terms.changed')
  })
})

describe('with terms in force', () => {
  beforeAll(async () => {
    await set('legal.user_agreement', TEXT)
    await set('TermsVersion', 'v1')
  })

  test('who registers accepts this version, which is kept with the time', async () => {
    const ann = { username: 'ann', password: PASSWORD }
    const register = (terms?: string) =>
      house.api.post('/api/user/register', { ...ann, terms_version: terms })
    expect(await codeOf(register())).toBe('register.terms_needed')
    expect(await codeOf(register('v0'))).toBe('register.terms_needed')
    const { body } = await register('v1')
    const seconds = Math.floor(START_MS / 1000)
    expect(body.data).toMatchObject({ terms_version: 'v1', terms_accepted: seconds })
    const caller = await house.api.login('ann')
    expect(await codeOf(caller.get('/api/token/'))).toBeUndefined()
    const shown = await house.root.get(`/api/user/${body.data.id}`)
    expect(shown.body.data).toMatchObject({ terms_version: 'v1', terms_accepted: seconds })
  })

  test('a session does nothing until they are accepted; keys go on', async () => {
    const user = await newUserOf(house)
    await set('TermsVersion', '')
    const before = await user.login()
    const token = (await before.post('/api/user/token')).body.data
    await set('TermsVersion', 'v1')
    const byToken = house.api.withAccessToken(user.id, token)
    expect(await codeOf(byToken.get('/api/token/'))).toBeUndefined()
    expect(await codeOf(byToken.post(ACCEPT, { version: 'v1' }))).toBe('access_token.refused')
    for (const caller of [before, await user.login()]) {
      for (const path of ['/api/token/', '/api/user/self', '/api/log/self']) {
        expect(await codeOf(caller.get(path))).toBe('session.terms_needed')
      }
      expect(await codeOf(caller.post('/api/token/', { name: 'x' }))).toBe('session.terms_needed')
      expect((await caller.get('/api/user-agreement')).body.data).toBe(TEXT)
    }
    expect(await codeOf(before.post(ACCEPT, { version: 'v0' }))).toBe('terms.changed')
    expect(await codeOf(before.post(ACCEPT, { version: 'v1' }))).toBeUndefined()
    expect(await codeOf(before.post(ACCEPT, { version: 'v1' }))).toBeUndefined()
    expect(await codeOf(before.get('/api/token/'))).toBeUndefined()
    const target = `user:${user.id}`
    const filter = { action: 'user.accept_terms', target, limit: 10 }
    expect(await house.gateway.services.audit.list(filter)).toHaveLength(1)
  })

  test('signing out needs no acceptance', async () => {
    const caller = await (await newUserOf(house)).login()
    expect(await codeOf(caller.post('/api/user/logout'))).toBeUndefined()
    expect((await caller.get('/api/user/self')).status).toBe(401)
  })

  test('a new version asks again, and what was accepted before is kept', async () => {
    const caller = await (await newUserOf(house)).login()
    await caller.post(ACCEPT, { version: 'v1' })
    await set('TermsVersion', 'v2')
    expect(await codeOf(caller.get('/api/token/'))).toBe('session.terms_needed')
    await caller.post(ACCEPT, { version: 'v2' })
    const { body } = await caller.get('/api/user/self/data')
    const lines: { table: string; version?: string }[] = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const versions = lines.filter(({ table }) => table === 'terms_acceptances')
    expect(versions.map(({ version }) => version)).toEqual(['v1', 'v2'])
    await set('TermsVersion', 'v1')
  })

  test('root is not asked, administrators are', async () => {
    expect(await codeOf(house.root.get('/api/user/'))).toBeUndefined()
    const admin = await (await newUserOf(house, { role: 10 })).login()
    expect(await codeOf(admin.get('/api/user/'))).toBe('session.terms_needed')
  })

  test('an erased user leaves no acceptance', async () => {
    const user = await newUserOf(house)
    await (await user.login()).post(ACCEPT, { version: 'v1' })
    const keptOf = async () => (await house.root.get(`/api/user/${user.id}/data`)).body
    expect(String(await keptOf())).toContain('"terms_acceptances"')
    await house.root.post('/api/user/manage', { id: user.id, action: 'delete' })
    await house.root.post(`/api/user/${user.id}/erase`)
    expect(String(await keptOf())).not.toContain('"terms_acceptances"')
  })
})

test('a first login elsewhere makes an account that has to accept first', async () => {
  const options = { 'legal.user_agreement': TEXT, TermsVersion: 'v1' }
  await using place = await startOauthGateway({ options })
  const octo = { profile: { id: 583_231, login: 'octocat', name: 'The Octocat' } }
  const answer = await logInElsewhere(place, 'github', octo)
  const { id, terms_version } = answer.body.data
  expect(terms_version).toBe('')
  const setCookies = answer.headers.getSetCookie()
  const cookie = setCookies.find((one) => one.startsWith('session='))?.split(';')[0] ?? ''
  const headers = { cookie, 'new-api-user': String(id) }
  const api = apiClient(place.gateway)
  const self = () => api.get('/api/user/self', { headers })
  expect(await codeOf(self())).toBe('session.terms_needed')
  const accepted = await api.post(ACCEPT, { version: 'v1' }, { headers })
  expect(accepted.body.success).toBe(true)
  expect((await self()).body.data.terms_version).toBe('v1')
})
