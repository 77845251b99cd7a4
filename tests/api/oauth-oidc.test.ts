import { describe, expect, test } from 'bun:test'
import { comeBack, leave, logInElsewhere, startOauthGateway } from '../support/oauth-gateway'
import { TEST_ACTOR } from '../support/seed'

const ANN = {
  profile: {
    sub: 'user-1',
    preferred_username: 'ann',
    name: 'Ann',
    email: 'ann@example.com',
    email_verified: true,
  },
}

const person = (profile: object) => ({ profile: { ...ANN.profile, ...profile } })

describe('logging in by OpenID Connect', () => {
  test('takes over subject, name and verified address', async () => {
    await using place = await startOauthGateway()
    const { data } = (await logInElsewhere(place, 'oidc', ANN)).body
    expect(data).toMatchObject({
      oidc_id: 'user-1',
      username: 'ann',
      display_name: 'Ann',
      email: 'ann@example.com',
    })
    const again = await logInElsewhere(place, 'oidc', person({ preferred_username: 'eve' }))
    expect(again.body.data.id).toBe(data.id)
  })

  test('sends a proof key and a nonce to the discovered address', async () => {
    await using place = await startOauthGateway()
    const departed = await leave(place, 'oidc')
    const link = new URL(departed.link)
    expect(link.pathname).toBe('/oidc/authorize')
    expect(link.searchParams.get('nonce')).toMatch(/^\w{32}$/)
    expect(link.searchParams.get('scope')).toBe('openid profile email')
    expect(link.searchParams.get('redirect_uri')).toBe('http://localhost:3000/oauth/oidc')
  })

  test('addresses that the operator typed win over the discovered ones', async () => {
    await using place = await startOauthGateway({
      options: { 'oidc.authorization_endpoint': 'https://idp.example/authorize' },
    })
    expect((await leave(place, 'oidc')).link).toStartWith('https://idp.example/authorize?')
  })

  test.each([
    ['another audience', { aud: 'client-2' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another login’s nonce', { nonce: 'x' }],
    ['another subject', { sub: 'user-2' }],
    ['a time that is over', { exp: 1_000_000_000 }],
    ['no end', { exp: 'never' }],
  ])('an id_token with %s is refused', async (_, claims) => {
    await using place = await startOauthGateway()
    const answer = await logInElsewhere(place, 'oidc', { ...ANN, claims })
    expect(answer.body).toMatchObject({ success: false, code: 'oauth.failed' })
  })

  test.each(['none', 'another key'] as const)(
    'an id_token signed by %s is refused',
    async (signature) => {
      await using place = await startOauthGateway()
      const answer = await logInElsewhere(place, 'oidc', { ...ANN, signature })
      expect(answer.body).toMatchObject({ success: false, code: 'oauth.failed' })
    },
  )

  test('an id_token for several is meant for whoever it names as presenter', async () => {
    await using place = await startOauthGateway()
    const aud = ['client-1', 'client-2']
    const logIn = (azp: string) => logInElsewhere(place, 'oidc', { ...ANN, claims: { aud, azp } })
    expect((await logIn('client-2')).body.code).toBe('oauth.failed')
    expect((await logIn('client-1')).body.success).toBe(true)
  })

  test('keys rotate: the new one is believed, the old one no more', async () => {
    await using place = await startOauthGateway()
    place.provider.rotateKey()
    expect((await logInElsewhere(place, 'oidc', ANN)).body.success).toBe(true)
    const departed = await leave(place, 'oidc')
    const signature = 'another key'
    const code = place.provider.authorize({ ...ANN, signature }, departed.link)
    place.provider.rotateKey()
    const answer = await comeBack(place, 'oidc', { ...departed, code })
    expect(answer.body.code).toBe('oauth.failed')
  })

  test('a signature by the shared secret is one, too', async () => {
    await using place = await startOauthGateway()
    const answer = await logInElsewhere(place, 'oidc', { ...ANN, signature: 'the secret' })
    expect(answer.body.success).toBe(true)
  })

  test('keys are read where the operator says', async () => {
    await using place = await startOauthGateway()
    await place.gateway.services.options.set(TEST_ACTOR, {
      key: 'oidc.jwks_uri',
      value: `${place.provider.url}/nowhere`,
    })
    expect((await logInElsewhere(place, 'oidc', ANN)).body.code).toBe('oauth.failed')
  })

  test('a code cannot be exchanged by who did not begin the login', async () => {
    await using place = await startOauthGateway()
    const victim = await leave(place, 'oidc')
    const stolen = place.provider.authorize(ANN, victim.link)
    const thief = await leave(place, 'oidc')
    const answer = await comeBack(place, 'oidc', { ...thief, code: stolen })
    expect(answer.body).toMatchObject({ success: false, code: 'oauth.failed' })
  })

  test.each([
    ['taken', 'user1'],
    ['taken in other letters', 'USER1'],
    ['blank inside', 'an n'],
    ['a number', '42'],
    ['endless', 'x'.repeat(33)],
    ['missing', ''],
  ])('a wished name that is %s gives way to a made-up one', async (_, preferred_username) => {
    await using place = await startOauthGateway()
    const { data } = (await logInElsewhere(place, 'oidc', person({ preferred_username }))).body
    expect(data.username).toMatch(/^oidc_\d+$/)
  })

  test('display names are cut and cleaned', async () => {
    await using place = await startOauthGateway()
    const name = `A\u202E${'n'.repeat(30)}`
    const { data } = (await logInElsewhere(place, 'oidc', person({ name }))).body
    expect(data.display_name).toBe(`A${'n'.repeat(19)}`)
    const { body } = await logInElsewhere(place, 'oidc', person({ sub: 'b', name: '' }))
    expect(body.data.display_name).toBe('OIDC User')
  })

  test('an address that the provider has not verified is not kept', async () => {
    await using place = await startOauthGateway()
    const { body } = await logInElsewhere(place, 'oidc', person({ email_verified: 'true' }))
    expect(body.data.email).toBe('')
  })

  test('without any address to go to there is no login', async () => {
    await using place = await startOauthGateway({ options: { 'oidc.well_known': '' } })
    const departed = await leave(place, '')
    const code = place.provider.authorize(ANN)
    const answer = await comeBack(place, 'oidc', { ...departed, code })
    expect(answer.body.code).toBe('oauth.failed')
  })
})
