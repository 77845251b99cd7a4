import { describe, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'

const OLD = 'correct horse battery'
const NEW = 'a new horse altogether'
const EMAIL = 'ann@example.com'

const clock = manualClock(Date.now())

function start(sink: SmtpSink | undefined): Promise<Gateway> {
  return startGateway({
    clock,
    env: NO_LIMITS,
    options: { ServerAddress: 'https://gw.example/', ...sink?.options },
    users: [{ username: 'ann', email: EMAIL, password: OLD }],
  })
}

async function linkFor(
  gateway: Gateway,
  sink: SmtpSink,
): Promise<{ email: string; token: string }> {
  const { length } = sink.mails
  await apiClient(gateway).get(`/api/reset_password?email=${EMAIL}`)
  const { text } = await sink.mail(length + 1)
  const link = new URL(/https:\S+/.exec(text)?.[0] ?? '')
  expect(link.origin + link.pathname).toBe('https://gw.example/user/reset')
  const { searchParams } = link
  return { email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' }
}

describe('resetting a password', () => {
  test('the link makes a new password, shows it, and ends every session', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const before = await api.login('ann', OLD)
    const token = (await before.post('/api/user/token')).body.data
    const link = await linkFor(gateway, sink)
    const answer = await api.post('/api/user/reset', link)
    expect(answer.body.data).toMatch(/^\w{16}$/)
    expect((await before.get('/api/user/self')).status).toBe(401)
    const byToken = api.withAccessToken(before.id, token)
    expect((await byToken.get('/api/user/self')).body.code).toBe('access_token.invalid')
    const login = { username: 'ann', password: OLD }
    expect((await api.post('/api/user/login', login)).body.code).toBe('login.wrong')
    expect((await api.login('ann', answer.body.data)).id).toBe(gateway.userIds[0] ?? 0)
  })

  test('the user may choose the password, and is held to the rules', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const link = await linkFor(gateway, sink)
    const reset = (change: object) => api.post('/api/user/reset', { ...link, ...change })
    expect((await reset({ password: 'short' })).body.code).toBe('user.password_too_short')
    const differing = await reset({ password: NEW, password2: OLD })
    expect(differing.body.code).toBe('user.passwords_differ')
    expect((await reset({ password: NEW, password2: NEW })).body).toMatchObject({ data: '' })
    expect((await api.login('ann', NEW)).id).toBe(gateway.userIds[0] ?? 0)
  })

  test('a link works once, also for eight at the same time', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const link = await linkFor(gateway, sink)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.post('/api/user/reset', link)),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
    const again = await api.post('/api/user/reset', link)
    expect(again.body.code).toBe('reset.link_invalid')
  })

  test.each([
    ['another token', { token: 'x'.repeat(48) }],
    ['no token', { token: '' }],
    ['another address', { email: 'eve@example.com' }],
    ['no address', { email: '' }],
  ])('%s is no link, and does not spoil the real one', async (_, change) => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const link = await linkFor(gateway, sink)
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await api.post('/api/user/reset', { ...link, ...change })
      expect(answer.body.code).toBe('reset.link_invalid')
    }
    expect((await api.post('/api/user/reset', link)).body.success).toBe(true)
  })

  test('a link ends after half an hour, and when a newer one is sent', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const older = await linkFor(gateway, sink)
    clock.advance(31_000)
    const newer = await linkFor(gateway, sink)
    expect((await api.post('/api/user/reset', older)).body.code).toBe('reset.link_invalid')
    clock.advance(30 * 60_000)
    expect((await api.post('/api/user/reset', newer)).body.code).toBe('reset.link_invalid')
  })

  test('an unknown address is answered like a known one and gets no mail', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const unknown = await api.get('/api/reset_password?email=nobody@example.com')
    const known = await api.get(`/api/reset_password?email=${EMAIL}`)
    expect(unknown.body).toEqual({ success: true, message: '' })
    expect(known.body).toEqual(unknown.body)
    await sink.mail()
    expect(sink.mails.map(({ to }) => to)).toEqual([[EMAIL]])
    const early = await api.get('/api/reset_password?email=nobody@example.com')
    expect(early.body.code).toBe('code.resend_wait')
  })

  test('the host that a request names has no say in the link', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await apiClient(gateway).get(`/api/reset_password?email=${EMAIL}`, { headers })
    expect((await sink.mail()).raw).not.toContain('evil.example')
  })

  test('a link does nothing once the account has left the address', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const link = await linkFor(gateway, sink)
    await gateway.services.users.set(
      { kind: 'cli', id: 0, name: 't', ip: '', requestId: '', role: 101 },
      { id: gateway.userIds[0] ?? 0, email: 'moved@example.com' },
    )
    const answer = await apiClient(gateway).post('/api/user/reset', link)
    expect(answer.body.code).toBe('user.email_not_registered')
    expect(answer.body.message).toBe('This e-mail address is not registered')
  })

  test('no address and a missing mail server are refused for everybody alike', async () => {
    await using gateway = await start(undefined)
    const api = apiClient(gateway)
    const path = '/api/reset_password?email='
    expect((await api.get(`${path}${EMAIL}`)).body.code).toBe('mail.not_configured')
    expect((await api.get(`${path}nobody@x.example`)).body.code).toBe('mail.not_configured')
    await using sink = await startSmtpSink()
    await using mailing = await start(sink)
    expect((await apiClient(mailing).get(`${path}ann`)).body.code).toBe('user.email_invalid')
  })

  test('the database holds neither code nor link', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const { token } = await linkFor(gateway, sink)
    await gateway.stop()
    const file = await Bun.file(`${gateway.dataDir}/gw.db`).bytes()
    expect(Buffer.from(file).includes(token)).toBe(false)
  })
})

describe('without the address of the server', () => {
  test('no reset is mailed, because its link would lead nowhere', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await startGateway({
      clock,
      env: NO_LIMITS,
      options: { ...sink.options },
      users: [{ username: 'ann', email: EMAIL, password: OLD }],
    })
    const { body } = await apiClient(gateway).get(`/api/reset_password?email=${EMAIL}`)
    expect(body).toMatchObject({ success: false, code: 'mail.address_missing' })
    const unknown = await apiClient(gateway).get('/api/reset_password?email=who@example.com')
    expect(unknown.body.code).toBe('mail.address_missing')
    await gateway.idle()
    expect(sink.mails).toEqual([])
  })
})

test('a reset mail that was refused is told to the administrators, without its link', async () => {
  await using sink = await startSmtpSink({ refuses: EMAIL })
  await using gateway = await start(sink)
  const api = apiClient(gateway)
  expect((await api.get(`/api/reset_password?email=${EMAIL}`)).body.success).toBe(true)
  await gateway.idle()
  const admin = await api.as('admin')
  const { items } = (await admin.get('/api/notice/list')).body.data
  expect(items).toMatchObject([{ username: 'ann', state: 'given_up', type: 'mail' }])
  expect(items[0].failure).toContain('The mail could not be sent')
  expect(JSON.stringify(items)).not.toContain('token=')
})
