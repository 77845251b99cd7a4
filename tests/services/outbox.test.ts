/** Notices are kept, tried again until they arrive, and told of when they do not. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createServices, type Services } from '../../server/services/create-services'
import type { SendWebhook } from '../../server/services/service-deps'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let fixture: Fixture
let sink: SmtpSink
let services: Services
let posted: Parameters<SendWebhook>[0][]
let post: SendWebhook

beforeEach(async () => {
  sink = await startSmtpSink({ refuses: 'nobody@example.com' })
  fixture = await openFixture()
  await setOptions(sink.options)
  posted = []
  post = async () => ({ status: 204 })
  const { db, sealer, clock } = fixture
  services = createServices({
    db,
    sealer,
    clock: { nowMs: () => clock.ms },
    random: { next: () => 0, bytes: (count) => new Uint8Array(count), text: () => 'x' },
    sendWebhook: async (request) => {
      posted.push(request)
      return await post(request)
    },
  })
})

afterEach(async () => {
  await fixture.close()
  await sink[Symbol.asyncDispose]()
})

async function setOptions(options: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await fixture.options.set(OPERATOR, { key, value: String(value) })
  }
}

async function ann(email = 'ann@example.com', quota = 10): Promise<number> {
  const input = { username: 'ann', password: PASSWORD, email, quota }
  return (await fixture.users.create(OPERATOR, input)).id
}

const warn = (userId: number, remaining = 10) =>
  services.notifications.warnOfLowQuota({ userId, remaining })
const list = async () => (await services.notifications.list({ language: 'en' })).items
const states = async () => (await list()).map(({ state, attempts }) => [state, attempts])

async function later(ms: number): Promise<void> {
  fixture.clock.ms += ms
  await services.notifications.deliverDue().catch(() => undefined)
}

describe('a warning that could not be mailed', () => {
  test('does not use up the two hours, and arrives when mail works again', async () => {
    const userId = await ann()
    await setOptions({ SMTPServer: '' })
    expect(await refusal(warn(userId))).toBe('mail.not_configured')
    expect(await warn(userId)).toBe('too_soon')
    await setOptions(sink.options)
    await later(MINUTE_MS - 1)
    expect(sink.mails).toEqual([])
    await later(1)
    expect(sink.mails).toHaveLength(1)
    expect(await states()).toEqual([['sent', 2]])
    fixture.clock.ms += 2 * HOUR_MS - 1
    expect(await warn(userId)).toBe('too_soon')
    fixture.clock.ms += 1
    expect(await warn(userId)).toBe('sent')
  })

  test('tells the newest balance when it arrives', async () => {
    const userId = await ann()
    await setOptions({ SMTPServer: '', DisplayInCurrencyEnabled: 'false' })
    await refusal(warn(userId, 9000))
    await warn(userId, 4321)
    await setOptions(sink.options)
    await later(MINUTE_MS)
    expect((await sink.mail()).text).toContain('4321')
  })

  test('is tried with growing pauses and then given up, which the list tells', async () => {
    const userId = await ann('nobody@example.com')
    expect(await refusal(warn(userId))).toBe('mail.failed')
    const pauses = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]
    for (const [index, pause] of pauses.entries()) {
      await later(pause - 1)
      expect(await states()).toEqual([['failed', index + 1]])
      const isLast = index === pauses.length - 1
      fixture.clock.ms += 1
      const turn = refusal(services.notifications.deliverDue())
      expect(await turn).toBe(isLast ? 'notice.given_up' : 'done')
    }
    const [notice] = await list()
    expect(notice).toMatchObject({ state: 'given_up', attempts: 6, next_at: 0, username: 'ann' })
    expect(notice?.title).toBe('Your quota is running out')
    expect(notice?.failure).toContain('The mail could not be sent')
    await later(24 * HOUR_MS)
    expect(await states()).toEqual([['given_up', 6]])
  })

  test('is dropped when the user has topped up meanwhile', async () => {
    const userId = await ann()
    await setOptions({ SMTPServer: '' })
    await refusal(warn(userId))
    await fixture.users.set(OPERATOR, { id: userId, quota: { to: 9_000_000 } })
    await setOptions(sink.options)
    await later(MINUTE_MS)
    expect(sink.mails).toEqual([])
    expect((await list())[0]).toMatchObject({ state: 'given_up', failure: 'No longer needed' })
  })

  test('goes by the way that is chosen by then', async () => {
    const userId = await ann('nobody@example.com')
    await refusal(warn(userId))
    await services.notifications.setSetting(person(1, userId), {
      notify_type: 'webhook',
      quota_warning_threshold: 5000,
      webhook_url: 'https://hooks.example/gw',
      language: 'en',
    })
    await later(MINUTE_MS)
    expect(posted).toHaveLength(1)
    expect((await list())[0]).toMatchObject({ state: 'sent', way: 'webhook' })
  })

  test('survives the process that could not send it', async () => {
    const userId = await ann()
    post = () => Promise.reject(new Error('never asked'))
    await setOptions({ SMTPServer: '' })
    await refusal(warn(userId))
    await setOptions(sink.options)
    fixture.clock.ms += MINUTE_MS
    // Other services over the same database, as after a restart.
    await fixture.notifications.deliverDue()
    expect(sink.mails).toHaveLength(1)
  })

  test('is tried by one of several processes', async () => {
    const userId = await ann()
    await setOptions({ SMTPServer: '' })
    await refusal(warn(userId))
    await setOptions(sink.options)
    fixture.clock.ms += MINUTE_MS
    const turns = [services, fixture, services, fixture]
    await Promise.all(turns.map(({ notifications }) => notifications.deliverDue()))
    expect(sink.mails).toHaveLength(1)
  })

  test('is forgotten after thirty days', async () => {
    const userId = await ann()
    expect(await warn(userId)).toBe('sent')
    await later(30 * 24 * HOUR_MS)
    expect(await states()).toEqual([['sent', 1]])
    await later(1)
    expect(await states()).toEqual([])
  })
})

test('what root should know is listed although root has no address', async () => {
  await fixture.users.ensureRoot(OPERATOR, { password: PASSWORD })
  const news = {
    kind: 'channel_disabled',
    channelId: 7,
    channelName: 'main',
    reason: 'no money left',
  } as const
  expect(await services.notifications.tellRoot(news)).toBe('no_way')
  expect(await services.notifications.tellRoot(news)).toBe('no_way')
  expect(await list()).toMatchObject([
    {
      state: 'given_up',
      title: 'Channel "main" (#7) was disabled',
      failure: 'There is no way to deliver it',
    },
  ])
})

test('a user without any address fills no list', async () => {
  expect(await warn(await ann(''))).toBe('no_way')
  expect(await list()).toEqual([])
})

test('a list is told in the language of its reader and narrowed by state', async () => {
  const userId = await ann()
  await warn(userId)
  const { items } = await services.notifications.list({ language: 'zh', state: 'sent' })
  expect(items[0]?.title).toBe('您的余额即将用尽')
  const { total } = await services.notifications.list({ language: 'zh', state: 'failed' })
  expect(total).toBe(0)
})

describe('a setting', () => {
  const byMail = { notify_type: 'email', quota_warning_threshold: 5, language: 'en' } as const
  const save = async (userId: number, change: object = {}) =>
    await services.notifications.setSetting(person(1, userId), { ...byMail, ...change })

  test('that no notice can follow is saved with a word', async () => {
    const userId = await ann('')
    expect(await save(userId)).toBe('no_address')
    expect(await save(userId, { notification_email: 'a@example.com' })).toBeUndefined()
    await setOptions({ SMTPServer: '' })
    expect(await save(userId, { notification_email: 'a@example.com' })).toBe('mail_off')
    const hook = { notify_type: 'webhook', webhook_url: 'https://hooks.example/gw' }
    expect(await save(userId, hook)).toBeUndefined()
  })
})

describe('a test', () => {
  test('of mail tells the real answer of the server, good or bad', async () => {
    const mail = (to: string) => services.notifications.testMail(OPERATOR, { to, language: 'en' })
    expect((await mail('ann@example.com')).answer).toStartWith('250 ')
    expect((await sink.mail()).subject).toBe('Test notice')
    const refused = mail('nobody@example.com')
    await expect(refused).rejects.toMatchObject({ id: 'mail.refused' })
    const answer = await refused.catch(({ params }) => String(params.answer))
    expect(answer).toContain('no such mailbox')
    expect(await refusal(mail('no address'))).toBe('user.email_invalid')
  })

  test('of the own setting goes there, is not kept, and is limited', async () => {
    const userId = await ann()
    await services.notifications.setSetting(person(1, userId), {
      notify_type: 'webhook',
      quota_warning_threshold: 5000,
      webhook_url: 'https://hooks.example/gw',
      language: 'en',
    })
    const run = () => services.notifications.testOwn(person(1, userId))
    expect(await run()).toEqual({ way: 'webhook', answer: 'HTTP 204' })
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({ type: 'test', title: 'Test notice' })
    post = async () => ({ status: 500 })
    expect(await refusal(run())).toBe('notice.webhook_failed')
    for (let time = 0; time < 3; time += 1) await refusal(run())
    expect(await refusal(run())).toBe('notice.test_too_often')
    expect(await list()).toEqual([])
  })
})

describe('a notice that somebody has sent again', () => {
  const retry = async () => {
    const id = (await list())[0]?.id ?? 0
    return await services.notifications.retry(OPERATOR, id)
  }

  test('arrives at once, whether it failed or was given up, and only once', async () => {
    const userId = await ann()
    await setOptions({ SMTPServer: '' })
    await refusal(warn(userId))
    await setOptions(sink.options)
    expect(await retry()).toMatchObject({ way: 'email' })
    expect(await states()).toEqual([['sent', 2]])
    expect(await refusal(retry())).toBe('notice.not_retried')
    await later(24 * HOUR_MS)
    expect(sink.mails).toHaveLength(1)
    await setOptions({ SMTPServer: '' })
    await refusal(warn(userId))
    for (let time = 0; time < 5; time += 1) await later(6 * HOUR_MS)
    expect((await states())[0]).toEqual(['given_up', 6])
    await setOptions(sink.options)
    const both = await Promise.all([refusal(retry()), refusal(retry())])
    expect(both.sort()).toEqual(['done', 'notice.not_retried'])
    expect(sink.mails).toHaveLength(2)
    // What has arrived counts for how often somebody is told.
    expect(await warn(userId)).toBe('too_soon')
  })

  test('and fails again keeps the tries that come by themselves', async () => {
    const userId = await ann('nobody@example.com')
    await refusal(warn(userId))
    const [before] = await list()
    for (let time = 0; time < 9; time += 1) expect(await refusal(retry())).toBe('mail.failed')
    expect((await list())[0]).toEqual(before)
    await later(MINUTE_MS)
    expect(await states()).toEqual([['failed', 2]])
  })

  test('is refused when it is not needed any more or can reach nobody', async () => {
    const userId = await ann()
    await setOptions({ SMTPServer: '' })
    await refusal(warn(userId))
    await fixture.users.set(OPERATOR, { id: userId, email: '' })
    expect(await refusal(retry())).toBe('notice.no_way')
    await fixture.users.set(OPERATOR, { id: userId, email: 'a@example.com', quota: { to: 9e6 } })
    expect(await refusal(retry())).toBe('notice.outdated')
    expect(await refusal(services.notifications.retry(OPERATOR, 4711))).toBe('notice.not_found')
  })
})
