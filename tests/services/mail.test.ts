import { describe, expect, test } from 'bun:test'
import { DEFAULT_ACCOUNT_SETTINGS } from '../../server/configuration'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import { parseOptions } from '../../server/domain/options'
import { composeMail } from '../../server/services/mail/compose-mail'
import { sendMail } from '../../server/services/mail/send-mail'
import { optionValues } from '../../server/services/options/current'
import { manualClock } from '../support/ports'
import { type SinkOptions, type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { type Fixture, OPERATOR, openFixture } from './services-fixture'

const letter = { subject: '主题 — Subject', text: 'text 文本\n', html: '<p>html</p>' }

interface Place {
  readonly fixture: Fixture
  readonly sink: SmtpSink
  [Symbol.asyncDispose](): Promise<void>
}

async function open(sinkOptions?: SinkOptions, changes: object = {}): Promise<Place> {
  const sink = await startSmtpSink(sinkOptions)
  const fixture = await openFixture()
  for (const [key, value] of Object.entries({ ...sink.options, ...changes })) {
    await fixture.options.set(OPERATOR, { key, value: String(value) })
  }
  return {
    fixture,
    sink,
    async [Symbol.asyncDispose]() {
      await fixture.close()
      await sink[Symbol.asyncDispose]()
    },
  }
}

async function send({ fixture }: Place, to = 'ann@example.com', tls = 'required') {
  const { db, sealer } = fixture
  const accounts = {
    ...DEFAULT_ACCOUNT_SETTINGS,
    smtpTls: tls === 'required' ? 'required' : 'optional',
  } as const
  const deps = { db, sealer, clock: manualClock(), random, accounts }
  await sendMail(deps, await optionValues(db.reader), { to, mail: letter })
}

const random = { next: () => 0, bytes: (count: number) => new Uint8Array(count), text: () => 'x' }

async function failure(place: Place, to?: string): Promise<string> {
  try {
    await send(place, to)
    return 'sent'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return messageOf(error, 'en')
  }
}

describe('sending mail', () => {
  test('logs in with the sealed password and keeps every letter', async () => {
    await using place = await open(
      { login: { user: 'gateway', pass: 'pässwörd' } },
      { SystemName: 'Gate; way, "Inc"' },
    )
    await send(place)
    const mail = await place.sink.mail()
    expect(mail).toMatchObject({ subject: letter.subject, to: ['ann@example.com'] })
    expect(mail.text.trim()).toBe('text 文本')
    expect(mail.raw).toContain('From: "Gate; way, \\"Inc\\"" <gateway@example.com>')
  })

  test('a receiver is one receiver, whatever the text has in it', async () => {
    await using place = await open()
    for (const to of ['a@x.org, b@x.org', 'a@x.org;b@x.org', 'a@x.org\r\nBcc: b@x.org']) {
      await failure(place, to)
    }
    for (const mail of place.sink.mails) expect(mail.to).not.toContain('b@x.org')
    for (const mail of place.sink.mails) expect(mail.raw).not.toMatch(/^bcc:/im)
  })

  test('a wrong account is told as such, without the words of the server', async () => {
    await using place = await open({ login: { user: 'gateway', pass: 'right' } })
    await place.fixture.options.set(OPERATOR, { key: 'SMTPToken', value: 'wrong' })
    expect(await failure(place)).toContain('refused the account or its password')
  })

  test('a certificate that nobody vouches for is not trusted', async () => {
    await using place = await open({ secure: true }, { SMTPServer: 'localhost' })
    expect(await failure(place)).toContain('no trusted TLS connection')
    expect(place.sink.mails).toEqual([])
  })

  test('nothing goes over the network in the clear unless the operator allows it', async () => {
    await using place = await open({}, { SMTPServer: 'localhost' })
    expect(await failure(place)).not.toBe('sent')
    expect(place.sink.mails).toEqual([])
    await send(place, 'ann@example.com', 'optional')
    expect(place.sink.mails).toHaveLength(1)
  })

  test('a refused mailbox and a dead server are told apart', async () => {
    await using place = await open({ refuses: 'ann@example.com' })
    expect(await failure(place)).toContain('refused the sender or recipient')
    await place.sink[Symbol.asyncDispose]()
    expect(await failure(place)).toContain('cannot be reached')
  })

  test('without server or sender nothing is tried', async () => {
    await using place = await open()
    for (const missing of [{ SMTPServer: '' }, { SMTPFrom: '', SMTPAccount: '' }]) {
      const { sealer, db } = place.fixture
      const options = { ...(await optionValues(db.reader)), ...missing }
      const deps = { db, sealer, clock: manualClock(), random }
      const sending = sendMail(deps, options, { to: 'ann@example.com', mail: letter })
      await expect(sending).rejects.toMatchObject({ id: 'mail.not_configured' })
    }
    expect(parseOptions([]).values.SMTPServer).toBe('')
  })
})

describe('letters', () => {
  test('escape what people typed, and fold subjects into one line', () => {
    const made = composeMail({
      language: 'en',
      subject: 'notice.channel_disabled_title',
      text: 'notice.channel_disabled_text',
      params: { id: 1, name: '<b>x</b>\r\nBcc: a@b.org', reason: '"quoted" & {{id}} $t(internal)' },
      link: 'https://gw.example/?a=1&b="2"',
    })
    expect(made.subject).not.toMatch(/[\r\n]/)
    expect(made.html).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(made.html).toContain('&quot;quoted&quot; &amp; {{id}} $t(internal)')
    expect(made.html).toContain('href="https://gw.example/?a=1&amp;b=&quot;2&quot;"')
    expect(made.text).toContain('https://gw.example/?a=1&b="2"')
  })
})
