import { describe, expect, test } from 'bun:test'
import { apiClient } from '../support/api'
import { comeBack, leave, logInElsewhere, startOauthGateway } from '../support/oauth-gateway'
import { manualClock } from '../support/ports'
import { TEST_ACTOR } from '../support/seed'

const OCTO = { profile: { id: 583_231, login: 'octocat', name: 'The Octocat' } }

describe('logging in by GitHub', () => {
  test('a first login registers, a second finds the account', async () => {
    await using place = await startOauthGateway({ options: { QuotaForNewUser: 42 } })
    const first = await logInElsewhere(place, 'github', OCTO)
    const { data } = first.body
    expect(data).toMatchObject({ github_id: '583231', display_name: 'The Octocat', role: 1 })
    expect(data.username).toMatch(/^github_\d+$/)
    const cookies = first.headers.getSetCookie()
    expect(cookies.some((cookie) => cookie.startsWith('session='))).toBe(true)
    const renamed = { profile: { ...OCTO.profile, login: 'other', name: 'Other' } }
    const second = await logInElsewhere(place, 'github', renamed)
    expect(second.body.data).toMatchObject({ id: data.id, quota: 42 })
  })

  test('whoever takes over a login name does not take over the account', async () => {
    await using place = await startOauthGateway()
    const owner = await logInElsewhere(place, 'github', OCTO)
    const taker = { profile: { ...OCTO.profile, id: 999 } }
    const other = await logInElsewhere(place, 'github', taker)
    expect(other.body.data.id).not.toBe(owner.body.data.id)
  })

  test('the code is exchanged with the proof key of the link', async () => {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'github')
    const link = new URL(departed.link)
    expect(link.pathname).toBe('/login/oauth/authorize')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      client_id: 'client-1',
      scope: 'user:email',
      state: departed.state,
      code_challenge_method: 'S256',
    })
    const code = place.provider.authorize(OCTO, departed.link)
    expect((await comeBack(place, 'github', { ...departed, code })).body.success).toBe(true)
    expect(place.provider.exchanges[0]?.code_verifier).toMatch(/^\w{64}$/)
  })

  test('an older front end that makes the link by itself logs in, too', async () => {
    await using place = await startOauthGateway()
    const departed = await leave(place, '')
    expect(departed.link).toBe('')
    const code = place.provider.authorize(OCTO)
    const answer = await comeBack(place, 'github', { ...departed, code })
    expect(answer.body.data.github_id).toBe('583231')
    expect(place.provider.exchanges[0]).not.toHaveProperty('code_verifier')
  })

  test('only the verified primary address is taken over, and only when it is free', async () => {
    await using place = await startOauthGateway({
      users: [{ username: 'ann', email: 'taken@example.com' }],
    })
    const emails = (email: string, verified = true) => [
      { email: 'second@example.com', primary: false, verified: true },
      { email, primary: true, verified },
    ]
    const email = async (id: number, list: object) =>
      (await logInElsewhere(place, 'github', { profile: { id, login: 'x' }, ...list })).body.data
        .email
    expect(await email(1, { emails: emails('octo@example.com') })).toBe('octo@example.com')
    expect(await email(2, { emails: emails('two@example.com', false) })).toBe('')
    expect(await email(3, { emails: emails('Taken@example.com') })).toBe('')
    expect(await email(4, {})).toBe('')
    expect(await email(5, { profile: { id: 5, login: 'x', email: 'public@example.com' } })).toBe('')
  })

  test('an address against the rules of the site is left out', async () => {
    await using place = await startOauthGateway({
      options: { EmailDomainRestrictionEnabled: true, EmailDomainWhitelist: 'example.org' },
    })
    const emails = [{ email: 'octo@example.com', primary: true, verified: true }]
    expect((await logInElsewhere(place, 'github', { ...OCTO, emails })).body.data.email).toBe('')
  })

  test('who is logged in binds instead', async () => {
    await using place = await startOauthGateway()
    const by = await apiClient(place.gateway).as('user')
    const answer = await logInElsewhere(place, 'github', { ...OCTO, by })
    expect(answer.body).toEqual({ success: true, message: 'bind' })
    expect((await by.get('/api/user/self')).body.data.github_id).toBe('583231')
    const other = await apiClient(place.gateway).as('admin')
    const taken = await logInElsewhere(place, 'github', { ...OCTO, by: other })
    expect(taken.body.code).toBe('binding.taken')
    expect(taken.body.message).toBe('This GitHub account is already bound')
  })

  test('binding needs a fresh login', async () => {
    const clock = manualClock(Date.now())
    await using place = await startOauthGateway({ clock })
    const by = await apiClient(place.gateway).as('user')
    clock.advance(16 * 60_000)
    const answer = await logInElsewhere(place, 'github', { ...OCTO, by })
    expect(answer.body.code).toBe('session.confirmation_needed')
  })

  test('a bound account can be taken off again, but not as the only way in', async () => {
    await using place = await startOauthGateway()
    const api = apiClient(place.gateway)
    const by = await api.as('user')
    const path = '/api/user/bindings/github'
    expect((await by.delete(path)).body.code).toBe('binding.missing')
    await logInElsewhere(place, 'github', { ...OCTO, by })
    expect((await by.delete(path)).body.success).toBe(true)
    expect((await by.get('/api/user/self')).body.data.github_id).toBe('')
    expect((await by.delete('/api/user/bindings/password')).body.code).toBe('binding.missing')

    const { headers, body } = await logInElsewhere(place, 'github', OCTO)
    const session = headers.getSetCookie().find((each) => each.startsWith('session=')) ?? ''
    const answer = await api.delete(path, undefined, {
      headers: { cookie: session.split(';')[0] ?? '', 'new-api-user': String(body.data.id) },
    })
    expect(answer.body).toMatchObject({ success: false, code: 'value.invalid' })
  })

  test('a deregistered or banned account stays out', async () => {
    await using place = await startOauthGateway()
    const { users } = place.gateway.services
    const { id } = (await logInElsewhere(place, 'github', OCTO)).body.data
    await users.disable(TEST_ACTOR, id)
    expect((await logInElsewhere(place, 'github', OCTO)).body.code).toBe('user.banned')
    await users.remove(TEST_ACTOR, id)
    expect((await logInElsewhere(place, 'github', OCTO)).body.code).toBe('oauth.user_deleted')
  })

  test('closed doors stay closed', async () => {
    await using closed = await startOauthGateway({ options: { RegisterEnabled: false } })
    const answer = await logInElsewhere(closed, 'github', OCTO)
    expect(answer.body.code).toBe('register.closed')
    await using off = await startOauthGateway({ options: { GitHubOAuthEnabled: false } })
    const departed = await leave(off, '')
    const code = off.provider.authorize(OCTO)
    const refused = await comeBack(off, 'github', { ...departed, code })
    expect(refused.body.code).toBe('login.method_closed')
    expect(refused.body.message).toContain('GitHub')
    const link = await apiClient(off.gateway).get('/api/oauth/state?provider=github')
    expect(link.body.code).toBe('login.method_closed')
  })

  test.each([
    ['status 500', 'sent an answer that could not be understood'],
    ['no json', 'sent an answer that could not be understood'],
    ['too long', 'sent an answer that could not be understood'],
  ] as const)('a provider with %s fails the login readably', async (how, reason) => {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'github')
    const code = place.provider.authorize(OCTO, departed.link)
    place.provider.breakDown(how)
    const answer = await comeBack(place, 'github', { ...departed, code })
    expect(answer.body).toMatchObject({ success: false, code: 'oauth.failed' })
    expect(answer.body.message).toContain(reason)
  })

  test('a code that the provider does not know, or a refusal, fails the login', async () => {
    await using place = await startOauthGateway()
    const wrong = await leave(place, 'github')
    const answer = await comeBack(place, 'github', { ...wrong, code: 'made-up' })
    expect(answer.body.code).toBe('oauth.failed')
    expect(answer.body.message).toContain('refused the request')
    const denied = await leave(place, 'github')
    const refusal = await comeBack(place, 'github', { ...denied, code: '' })
    expect(refusal.body.message).toContain('cancelled')
  })

  test('a profile without a numeric id is no identity', async () => {
    await using place = await startOauthGateway()
    const answer = await logInElsewhere(place, 'github', { profile: { id: 'octocat' } })
    expect(answer.body.code).toBe('oauth.failed')
  })
})

describe('the state of a login elsewhere', () => {
  async function refused(
    change: (departed: { state: string; cookie: string }) => { state: string; cookie: string },
  ) {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'github')
    const code = place.provider.authorize(OCTO, departed.link)
    const answer = await comeBack(place, 'github', { ...change(departed), code })
    expect(answer).toMatchObject({ status: 403, body: { code: 'oauth.state_mismatch' } })
    expect(place.provider.exchanges).toEqual([])
  }

  test('must be the one of this browser', async () => {
    await refused(({ state }) => ({ state, cookie: '' }))
    await refused(({ cookie }) => ({ state: 'x'.repeat(32), cookie }))
    await refused(({ state }) => ({ state, cookie: 'oauth_state=v1:00000000:AAAA' }))
    await refused(({ state, cookie }) => ({ state, cookie: `${cookie}A` }))
  })

  test('works once, also at the same time', async () => {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'github')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => {
        const code = place.provider.authorize(OCTO, departed.link)
        return comeBack(place, 'github', { ...departed, code })
      }),
    )
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  })

  test('belongs to one provider and to who began', async () => {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'github')
    const code = place.provider.authorize(OCTO)
    const elsewhere = await comeBack(place, 'linuxdo', { ...departed, code })
    expect(elsewhere.status).toBe(403)
    const by = await apiClient(place.gateway).as('user')
    expect((await comeBack(place, 'github', { ...departed, code, by })).status).toBe(403)
  })

  test('ends after ten minutes', async () => {
    const clock = manualClock(Date.now())
    await using place = await startOauthGateway({ clock })
    const departed = await leave(place, 'github')
    clock.advance(10 * 60_000)
    const code = place.provider.authorize(OCTO, departed.link)
    expect((await comeBack(place, 'github', { ...departed, code })).status).toBe(403)
  })

  test('travels in a cookie that scripts cannot read', async () => {
    await using place = await startOauthGateway()
    const { headers, body } = await apiClient(place.gateway).get('/api/oauth/state')
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toContain('HttpOnly; SameSite=Lax')
    expect(cookie).not.toContain(body.data)
  })

  test('an access token cannot bind', async () => {
    await using place = await startOauthGateway()
    const api = apiClient(place.gateway)
    const user = await api.as('user')
    const { data } = (await user.post('/api/user/token')).body
    const by = api.withAccessToken(user.id, data)
    const answer = await logInElsewhere(place, 'github', { ...OCTO, by })
    expect(answer.body.code).toBe('access_token.refused')
  })
})
