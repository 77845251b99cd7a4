import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { createServices, type Services } from '../../server/services/create-services'
import type { SendWebhook } from '../../server/services/service-deps'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

type Sent = Parameters<SendWebhook>[0]

let fixture: Fixture
let sink: SmtpSink
let services: Services
let posted: Sent[]
let webhookStatus: number

beforeEach(async () => {
  sink = await startSmtpSink()
  fixture = await openFixture()
  for (const [key, value] of Object.entries({ ...sink.options, QuotaRemindThreshold: 1000 })) {
    await fixture.options.set(OPERATOR, { key, value: String(value) })
  }
  posted = []
  webhookStatus = 204
  const { db, sealer, clock } = fixture
  services = createServices({
    db,
    sealer,
    clock: { nowMs: () => clock.ms },
    random: { next: () => 0, bytes: (count) => new Uint8Array(count), text: () => 'x' },
    sendWebhook: async (request) => {
      posted.push(request)
      return { status: webhookStatus }
    },
  })
})

afterEach(async () => {
  await fixture.close()
  await sink[Symbol.asyncDispose]()
})

async function ann(email = 'ann@example.com'): Promise<number> {
  const user = await fixture.users.create(OPERATOR, { username: 'ann', password: PASSWORD, email })
  return user.id
}

async function hook(userId: number, change: object = {}): Promise<void> {
  await services.notifications.setSetting(person(1, userId), {
    notify_type: 'webhook',
    quota_warning_threshold: 5000,
    webhook_url: 'https://hooks.example/gw',
    webhook_secret: 'hush',
    language: 'en',
    ...change,
  })
}

const warn = (userId: number, remaining: number) =>
  services.notifications.warnOfLowQuota({ userId, remaining })

describe('a warning of low quota', () => {
  test('is mailed when the balance falls below the threshold of the site', async () => {
    const userId = await ann()
    expect(await warn(userId, 1000)).toBe('enough')
    expect(await warn(userId, 999)).toBe('sent')
    const mail = await sink.mail()
    expect(mail.subject).toBe('您的余额即将用尽')
    expect(mail.text).toContain('当前余额为 $0.00')
  })

  test('comes once in two hours, or as often as the option says', async () => {
    const userId = await ann()
    expect(await warn(userId, 1)).toBe('sent')
    fixture.clock.ms += 2 * 3_600_000 - 1
    expect(await warn(userId, 1)).toBe('too_soon')
    fixture.clock.ms += 1
    expect(await warn(userId, 1)).toBe('sent')
    await fixture.options.set(OPERATOR, { key: 'QuotaRemindIntervalMinutes', value: '0' })
    expect(await warn(userId, 1)).toBe('sent')
  })

  test('of 20 calls that end at once one warns', async () => {
    const userId = await ann()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => warn(userId, 1)))
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1)
  })

  test('one user does not silence another', async () => {
    const userId = await ann()
    const bob = await fixture.users.create(OPERATOR, {
      username: 'bob',
      password: PASSWORD,
      email: 'bob@example.com',
    })
    expect(await warn(userId, 1)).toBe('sent')
    expect(await warn(bob.id, 1)).toBe('sent')
    expect(sink.mails.map(({ to }) => to[0])).toEqual(['ann@example.com', 'bob@example.com'])
  })

  test('goes nowhere without an address, and does not use up the next chance', async () => {
    const userId = await ann('')
    expect(await warn(userId, 1)).toBe('no_way')
    await services.notifications.setSetting(person(1, userId), {
      notify_type: 'email',
      quota_warning_threshold: 10,
      notification_email: 'other@example.com',
      language: 'en',
    })
    expect(await warn(userId, 10)).toBe('enough')
    expect(await warn(userId, 9)).toBe('sent')
    const mail = await sink.mail()
    expect(mail).toMatchObject({ to: ['other@example.com'] })
    expect(mail.subject).toBe('Your quota is running out')
  })

  test('links to the shop of the site', async () => {
    const userId = await ann()
    await fixture.options.set(OPERATOR, { key: 'TopUpLink', value: 'https://shop.example/' })
    await warn(userId, 1)
    expect((await sink.mail()).text).toContain('https://shop.example/')
  })

  test('fails readably when mail cannot be sent', async () => {
    const userId = await ann()
    await fixture.options.set(OPERATOR, { key: 'SMTPServer', value: '' })
    expect(await refusal(warn(userId, 1))).toBe('mail.not_configured')
  })

  test('nobody is warned who does not exist', async () => {
    expect(await warn(4711, 1)).toBe('no_way')
  })
})

describe('a webhook', () => {
  test('gets type, title, content, values and time, signed twice', async () => {
    const userId = await ann()
    await hook(userId)
    await fixture.options.set(OPERATOR, { key: 'ServerAddress', value: 'https://gw.example' })
    expect(await warn(userId, 4999)).toBe('sent')
    const [request] = posted
    expect(JSON.parse(request?.body ?? '')).toEqual({
      type: 'quota_exceed',
      title: 'Your quota is running out',
      content:
        'Your quota is running out: {{value}} is left. Please top up to keep your calls ' +
        'working. {{value}}',
      values: ['$0.01', 'https://gw.example/topup'],
      timestamp: Math.floor(fixture.clock.ms / 1000),
    })
    const signature = createHmac('sha256', 'hush')
      .update(request?.body ?? '')
      .digest('hex')
    expect(request).toMatchObject({
      url: 'https://hooks.example/gw',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer hush',
        'x-webhook-signature': signature,
      },
    })
    expect(sink.mails).toEqual([])
  })

  test('without a secret is not signed', async () => {
    const userId = await ann()
    await hook(userId, { webhook_secret: '' })
    await warn(userId, 1)
    expect(posted[0]?.headers).toEqual({ 'content-type': 'application/json' })
  })

  test('that answers with a failure is a failure', async () => {
    const userId = await ann()
    await hook(userId)
    webhookStatus = 302
    expect(await refusal(warn(userId, 1))).toBe('notice.webhook_failed')
    const { items } = await services.notifications.list({ language: 'en' })
    expect(items[0]?.failure).toBe('The webhook did not accept it: HTTP 302')
  })
})

describe('root', () => {
  const news = {
    kind: 'channel_disabled',
    channelId: 7,
    channelName: 'main <b>',
    reason: 'no money left',
  } as const

  async function root(): Promise<void> {
    await fixture.users.ensureRoot(OPERATOR, { password: PASSWORD })
    const { items } = await fixture.users.list({ role: 100 })
    await services.notifications.setSetting(person(100, items[0]?.id ?? 0), {
      notify_type: 'email',
      quota_warning_threshold: 1,
      notification_email: 'root@example.com',
      language: 'en',
    })
  }

  test('is told of channels that go off and on, each once in ten minutes', async () => {
    await root()
    expect(await services.notifications.tellRoot(news)).toBe('sent')
    expect(await services.notifications.tellRoot(news)).toBe('too_soon')
    const enabled = { ...news, kind: 'channel_enabled', reason: '' } as const
    expect(await services.notifications.tellRoot(enabled)).toBe('sent')
    expect(await services.notifications.tellRoot({ ...news, channelId: 8 })).toBe('sent')
    fixture.clock.ms += 10 * 60_000
    expect(await services.notifications.tellRoot(news)).toBe('sent')
    const [first] = sink.mails
    expect(first?.to).toEqual(['root@example.com'])
    expect(first?.text).toContain('"main <b>" (#7) was disabled, reason: no money left')
    expect(first?.raw).not.toContain('<p>Channel "main <b>')
  })

  test('is told of every test of all channels', async () => {
    await root()
    const finished = { kind: 'channel_test', tested: 12, failed: 3 } as const
    expect(await services.notifications.tellRoot(finished)).toBe('sent')
    expect(await services.notifications.tellRoot(finished)).toBe('sent')
    expect((await sink.mail(2)).text).toContain('12 channels, 3 of them failed')
  })

  test('cannot be told before there is one', async () => {
    expect(await services.notifications.tellRoot(news)).toBe('no_way')
  })
})
