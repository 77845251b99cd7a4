/** Options of entry and monitoring at values that are not the defaults. */
import { describe, expect, test } from 'bun:test'
import { type ApiAnswer, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { leave, logInElsewhere, startOauthGateway } from '../support/oauth-gateway'
import { manualClock } from '../support/ports'
import { TEST_ACTOR } from '../support/seed'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { json, startUpstream } from '../support/upstream'

const MINUTE = 60_000
const PASSWORD = 'correct horse battery'

async function change(gateway: Gateway, options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
}

describe('a mailed secret', () => {
  const clock = manualClock(Date.now())

  function start(sink: SmtpSink, options: object): Promise<Gateway> {
    return startGateway({
      clock,
      env: NO_LIMITS,
      users: [{ username: 'ann', email: 'ann@example.com', password: PASSWORD }],
      options: {
        EmailVerificationEnabled: true,
        ServerAddress: 'https://gw.example',
        ...sink.options,
        ...options,
      },
    })
  }

  async function register(gateway: Gateway, sink: SmtpSink, waitMs: number): Promise<ApiAnswer> {
    const api = apiClient(gateway)
    await api.get('/api/verification?email=bob@example.com')
    const { text } = await sink.mail()
    expect(text).toContain('valid for 7 minutes')
    clock.advance(waitMs)
    const verification_code = /\b\d{6}\b/.exec(text)?.[0]
    const form = { username: 'bob', password: PASSWORD, email: 'bob@example.com' }
    return await api.post('/api/user/register', { ...form, verification_code })
  }

  test.each([
    [7 * MINUTE - 1, undefined],
    [7 * MINUTE, 'code.wrong'],
  ])('a code holds for EmailCodeValidMinutes: %d ms', async (waitMs, code) => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink, { EmailCodeValidMinutes: 7 })
    expect((await register(gateway, sink, waitMs)).body.code).toBe(code)
  })

  test.each([
    [90 * MINUTE - 1, undefined],
    [90 * MINUTE, 'reset.link_invalid'],
  ])('a link holds for ResetLinkValidMinutes: %d ms', async (waitMs, code) => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink, { ResetLinkValidMinutes: 90 })
    const api = apiClient(gateway)
    await api.get('/api/reset_password?email=ann@example.com')
    const link = new URL(/https:\S+/.exec((await sink.mail()).text)?.[0] ?? '')
    const { email, token } = Object.fromEntries(link.searchParams)
    clock.advance(waitMs)
    expect((await api.post('/api/user/reset', { email, token })).body.code).toBe(code)
  })
})

test('endpoints of OpenID Connect that were typed in need no discovery', async () => {
  await using place = await startOauthGateway()
  const { gateway, provider } = place
  await change(gateway, {
    'oidc.well_known': '',
    'oidc.authorization_endpoint': `${provider.url}/oidc/authorize`,
    'oidc.token_endpoint': `${provider.url}/oidc/token`,
    'oidc.user_info_endpoint': `${provider.url}/oidc/userinfo`,
  })
  expect((await leave(place, 'oidc')).link).toStartWith(`${provider.url}/oidc/authorize?`)
  const profile = { sub: 'user-1', preferred_username: 'ann', name: 'Ann' }
  const { body } = await logInElsewhere(place, 'oidc', { profile })
  expect(body.data).toMatchObject({ oidc_id: 'user-1', username: 'ann' })
  await change(gateway, { 'oidc.user_info_endpoint': `${provider.url}/nowhere` })
  expect((await logInElsewhere(place, 'oidc', { profile })).body.code).toBe('oauth.failed')
})

describe('AutomaticDisableKeywords', () => {
  const CHAT = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }

  test.each([
    ['Kontingent', 'Das KONTINGENT ist verbraucht', 3],
    ['Kontingent', 'Your credit balance is too low', 1],
    ['a\nkontingent\nb c', 'Kontingent', 3],
    ['x.y', 'xay', 1],
    ['', 'Your credit balance is too low', 1],
  ])('%j and the message %j leave the channel with status %d', async (words, message, status) => {
    await using upstream = await startUpstream(json({ error: { message } }, { status: 400 }))
    await using gateway = await startGateway({
      channels: [{ upstream }],
      options: {
        AutomaticDisableChannelEnabled: true,
        AutomaticDisableKeywords: words,
        RetryTimes: 0,
      },
    })
    expect((await gateway.post('/v1/chat/completions', CHAT)).status).toBeGreaterThanOrEqual(400)
    await gateway.idle()
    const channel = await gateway.services.channels.show(gateway.channelIds[0] ?? 0)
    expect(channel.status).toBe(status)
  })
})
