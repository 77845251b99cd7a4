import { describe, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'

const PASSWORD = 'correct horse battery'
const EMAIL = 'ann@example.com'

const clock = manualClock(Date.now())

function start(sink: SmtpSink | undefined, options: object = {}): Promise<Gateway> {
  return startGateway({
    clock,
    env: NO_LIMITS,
    options: { EmailVerificationEnabled: true, ...sink?.options, ...options },
    users: [{ username: 'owner', email: 'owner@example.com', password: PASSWORD }],
  })
}

function ask(gateway: Gateway, email = EMAIL) {
  return apiClient(gateway).get(`/api/verification?email=${encodeURIComponent(email)}`)
}

async function codeFor(gateway: Gateway, sink: SmtpSink, email = EMAIL): Promise<string> {
  const { length } = sink.mails
  const answer = await ask(gateway, email)
  if (answer.body.success !== true) throw new Error(JSON.stringify(answer.body))
  return codeIn((await sink.mail(length + 1)).text)
}

function codeIn(text: string): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? 'none'
}

function register(gateway: Gateway, change: object) {
  return apiClient(gateway).post('/api/user/register', {
    username: 'ann',
    password: PASSWORD,
    email: EMAIL,
    ...change,
  })
}

describe('proving an address', () => {
  test('the mailed code registers with that address, once', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const code = await codeFor(gateway, sink)
    const mail = await sink.mail()
    expect(mail.to).toEqual([EMAIL])
    expect(mail.from).toBe('gateway@example.com')
    expect(mail.subject).toBe('gw verification code')
    expect(mail.text).toContain('valid for 3 minutes')
    expect((await register(gateway, { verification_code: code })).body.success).toBe(true)
    const again = await register(gateway, { username: 'bob', verification_code: code })
    expect(again.body.code).toBe('code.wrong')
    const { items } = await gateway.services.users.list({ keyword: 'ann' })
    expect(items[0]?.email).toBe(EMAIL)
  })

  test('letters are written in the language of who asks', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const headers = { 'accept-language': 'zh-CN,zh;q=0.9' }
    await apiClient(gateway).get(`/api/verification?email=${EMAIL}`, { headers })
    const mail = await sink.mail()
    expect(mail.subject).toBe('gw 邮箱验证码')
    expect(mail.text).toContain('验证码 3 分钟内有效')
  })

  test.each([
    ['', 'user.email_invalid'],
    ['ann', 'user.email_invalid'],
    ['ann@', 'user.email_invalid'],
    ['ann@example.com, eve@example.com', 'user.email_invalid'],
    ['ann@example.com;eve@example.com', 'user.email_invalid'],
    ['ann@example.com\r\nBcc: eve@example.com', 'user.email_invalid'],
    ['"a" <ann@example.com>', 'user.email_invalid'],
  ])('%p is no address to write to', async (email, code) => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    expect((await ask(gateway, email)).body.code).toBe(code)
    expect(sink.mails).toEqual([])
  })

  test('only listed domains and plain names pass where the operator says so', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink, {
      EmailDomainWhitelist: 'Example.com,example.org',
      EmailDomainRestrictionEnabled: true,
      EmailAliasRestrictionEnabled: true,
    })
    const refused = await ask(gateway, 'ann@sub.example.com')
    expect(refused.body.code).toBe('email.domain_refused')
    expect(refused.body.message).toContain('sub.example.com')
    expect((await ask(gateway, 'ann+1@example.com')).body.code).toBe('email.alias_refused')
    expect((await ask(gateway, 'a.nn@example.com')).body.code).toBe('email.alias_refused')
    expect((await ask(gateway, 'ann@EXAMPLE.COM')).body.success).toBe(true)
  })

  test('the rules hold when registering, too, whenever the code was sent', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const code = await codeFor(gateway, sink)
    const root = await apiClient(gateway).as('root')
    await gateway.services.options.set(
      { kind: 'cli', id: 0, name: 't', ip: '', requestId: '', role: 101 },
      { key: 'EmailDomainRestrictionEnabled', value: 'true' },
    )
    expect(root.id).toBeGreaterThan(0)
    const answer = await register(gateway, { verification_code: code })
    expect(answer.body.code).toBe('email.domain_refused')
  })

  test('a visitor is not told who has an account; its owner is told of the try', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const taken = await ask(gateway, 'Owner@example.com')
    expect(taken.body).toEqual((await ask(gateway, EMAIL)).body)
    const [letter] = sink.mails
    expect(letter?.subject).toContain('this address has an account')
    expect(codeIn(letter?.text ?? '')).toBe('none')
  })

  test('wrong codes run out after five tries, and then the right one is wrong, too', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const code = await codeFor(gateway, sink)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await register(gateway, { verification_code: wrong })
      expect(answer.body.code).toBe('code.wrong')
    }
    const answer = await register(gateway, { verification_code: code })
    expect(answer.body.code).toBe('code.too_many_attempts')
  })

  test('of 12 parallel guesses no more than five count', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    await codeFor(gateway, sink)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        register(gateway, { username: `ann${index}`, verification_code: 'nothing' }),
      ),
    )
    expect(answers.filter(({ body }) => body.code === 'code.wrong')).toHaveLength(5)
    expect(answers.filter(({ body }) => body.code === 'code.too_many_attempts')).toHaveLength(7)
  })

  test('one code used by four at once opens one account', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const code = await codeFor(gateway, sink)
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        register(gateway, { username: `ann${index}`, verification_code: code }),
      ),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
  })

  test('a code ends after three minutes', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const code = await codeFor(gateway, sink)
    clock.advance(3 * 60_000)
    expect((await register(gateway, { verification_code: code })).body.code).toBe('code.wrong')
  })

  test('a newer code replaces the older one', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const older = await codeFor(gateway, sink)
    clock.advance(30_000)
    const newer = await codeFor(gateway, sink)
    const answer = await register(gateway, { verification_code: older })
    expect(older === newer ? 'code.wrong' : answer.body.code).toBe('code.wrong')
    expect((await register(gateway, { verification_code: newer })).body.success).toBe(true)
  })

  test('the next code can be had after 30 seconds, and ten within an hour', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    await ask(gateway)
    const early = await ask(gateway, 'ANN@example.com')
    expect(early.body.code).toBe('code.resend_wait')
    expect(early.body.message).toContain('30 seconds')
    for (let count = 1; count < 10; count += 1) {
      clock.advance(30_000)
      expect((await ask(gateway)).body.success).toBe(true)
    }
    clock.advance(30_000)
    expect((await ask(gateway)).body.code).toBe('code.resend_wait')
    clock.advance(60 * 60_000)
    expect((await ask(gateway)).body.success).toBe(true)
  })

  test('without a mail server nobody waits for a code', async () => {
    await using gateway = await start(undefined)
    const answer = await ask(gateway)
    expect(answer.body.code).toBe('mail.not_configured')
    expect((await register(gateway, {})).body.code).toBe('code.wrong')
    expect((await register(gateway, { email: '' })).body.code).toBe('user.email_invalid')
  })
})

describe('binding an address', () => {
  test('needs a code that was sent to this user for binding', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const api = apiClient(gateway)
    const forRegistering = await codeFor(gateway, sink)
    const caller = await api.login('owner', PASSWORD)
    const path = (code: string) => `/api/oauth/email/bind?email=${EMAIL}&code=${code}`
    expect((await caller.get(path(forRegistering))).body.code).toBe('code.wrong')
    clock.advance(30_000)
    expect((await caller.get(`/api/verification?email=${EMAIL}`)).body.success).toBe(true)
    const code = codeIn((await sink.mail(2)).text)
    const other = await api.as('user')
    expect((await other.get(path(code))).body.code).toBe('code.wrong')
    expect((await caller.get(path(code))).body).toEqual({ success: true, message: '' })
    expect((await caller.get('/api/user/self')).body.data.email).toBe(EMAIL)
    expect((await caller.get(path(code))).body.code).toBe('code.wrong')
  })

  test('an address of somebody else is refused', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const caller = await apiClient(gateway).as('user')
    const answer = await caller.get('/api/verification?email=owner@example.com')
    expect(answer.body.code).toBe('user.email_taken')
    const bound = await caller.get('/api/oauth/email/bind?email=owner@example.com&code=1')
    expect(bound.body.code).toBe('user.email_taken')
  })

  test('a login that is not fresh needs the password', async () => {
    await using sink = await startSmtpSink()
    await using gateway = await start(sink)
    const caller = await apiClient(gateway).login('owner', PASSWORD)
    clock.advance(16 * 60_000)
    await caller.get(`/api/verification?email=${EMAIL}`)
    const code = codeIn((await sink.mail()).text)
    const path = '/api/oauth/email/bind'
    const stale = await caller.get(`${path}?email=${EMAIL}&code=${code}`)
    expect(stale.body.code).toBe('session.confirmation_needed')
    const body = { email: EMAIL, code }
    const wrong = await caller.post(path, { ...body, original_password: 'guessed it' })
    expect(wrong.body.code).toBe('user.password_wrong')
    const right = await caller.post(path, { ...body, original_password: PASSWORD })
    expect(right.body.success).toBe(true)
  })

  test('who is not logged in is turned away with 401, a cookie alone as well', async () => {
    await using gateway = await start(undefined)
    const path = '/api/oauth/email/bind?email=a@example.com&code=1'
    expect((await apiClient(gateway).get(path)).status).toBe(401)
    const { cookie } = await apiClient(gateway).as('user')
    const answer = await apiClient(gateway).get(path, { headers: { cookie } })
    expect(answer).toMatchObject({ status: 401, body: { code: 'session.user_header_missing' } })
  })
})
