/** Contact points against stand-ins of every service, with a clock that stands still. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServices, type Services } from '../../server/services/create-services'
import { localLimiters } from '../../server/services/limiter/limiter'
import { tellSite } from '../../server/services/notifications/tell-site'
import type { ServiceDeps } from '../../server/services/service-deps'
import { type NoticeServices, startNoticeServices } from '../support/notice-services'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { SERVICE_ROWS } from './notice-service-rows'
import { type Fixture, OPERATOR, openFixture, PASSWORD, refusal } from './services-fixture'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** 2023-11-14 22:13:20 in UTC, 06:13:20 of the next day in Shanghai. */
const START_MS = 1_700_000_000_000

let fixture: Fixture
let sink: SmtpSink
let there: NoticeServices
let services: Services
let deps: ServiceDeps

beforeAll(async () => {
  sink = await startSmtpSink()
  fixture = await openFixture()
  there = await startNoticeServices(() => fixture.clock.ms)
  for (const [key, value] of Object.entries({ ...sink.options, SystemName: 'Gate & Way' })) {
    await fixture.options.set(OPERATOR, { key, value: String(value) })
  }
  await fixture.users.ensureRoot(OPERATOR, { password: PASSWORD })
  const { db, sealer, clock } = fixture
  const time = { nowMs: () => clock.ms }
  const openLimiter = localLimiters(time)
  deps = {
    db,
    sealer,
    clock: time,
    random: { next: () => 0, bytes: (count) => new Uint8Array(count), text: () => 'x' },
    sendWebhook: there.sendWebhook,
    openLimiter,
    guesses: openLimiter('guesses'),
  }
  services = createServices(deps)
})
afterAll(async () => {
  await fixture.close()
  await sink[Symbol.asyncDispose]()
  await there[Symbol.asyncDispose]()
})
beforeEach(async () => {
  for (const { id } of await points()) await services.contactPoints.remove(OPERATOR, id)
  fixture.clock.ms = Math.max(START_MS, fixture.clock.ms) + 24 * HOUR_MS
  // To the same hour as at the start.
  fixture.clock.ms -= (fixture.clock.ms - START_MS) % (24 * HOUR_MS)
  await services.notifications.deliverDue().catch(() => undefined)
  there.asked.length = 0
  Object.assign(there.state, { isLimited: false, isDown: false })
})

const points = () => services.contactPoints.list({ language: 'en' })
const rows = async () =>
  (await services.notifications.list({ language: 'en', page_size: 100 })).items
const add = async (input: object) =>
  await services.contactPoints.create(OPERATOR, {
    name: 'ops',
    service: 'webhook',
    fields: { url: 'https://hooks.example/gw', secret: 'hush' },
    reader: 'en',
    ...input,
  })
const channel = (kind: 'channel_disabled' | 'channel_enabled', channelId: number, more = {}) =>
  services.notifications.tellRoot({
    kind,
    channelId,
    channelName: `<main> & *${channelId}*`,
    reason: 'no money left',
    ...more,
  })
const later = async (ms: number) => {
  fixture.clock.ms += ms
  await services.notifications.deliverDue()
}
/** Longer than anything takes, and full of what has to be escaped. */
const LONG = 'x&'.repeat(20_000)
const bodies = () => there.asked.map(({ body }) => body)

describe.each(SERVICE_ROWS)('$service', (row) => {
  const { service, fields, wrong } = row

  test('takes a notice in its own form, within its limits', async () => {
    await add({ service, fields })
    expect(await channel('channel_disabled', 7)).toBe('sent')
    expect(bodies().map(row.shows)).toEqual([row.like])
    expect(await channel('channel_disabled', 8, { reason: LONG, channelName: LONG })).toBe('sent')
    expect((await points())[0]).toMatchObject({ last_at: fixture.clock.ms, last_failure: '' })
  })

  test('says why it refuses, and secrets stay here', async () => {
    const { id } = await add({ service, fields: { ...fields, ...wrong } })
    expect(await refusal(services.contactPoints.test(OPERATOR, id))).toBe(
      service === 'webhook' ? 'notice.webhook_failed' : 'notice.refused',
    )
    const [point] = await points()
    expect(point?.last_failure).toStartWith(row.refused)
    expect(JSON.stringify(point)).not.toMatch(/hush|SECx/)
    await services.contactPoints.change(OPERATOR, { id, fields, reader: 'en' })
    expect(await services.contactPoints.test(OPERATOR, id)).toMatchObject({ way: service })
  })

  test('is not asked again before it says that it may be', async () => {
    await add({ service, fields })
    there.state.isLimited = true
    await channel('channel_disabled', 7).catch(() => undefined)
    const [notice] = await rows()
    expect(notice?.failure).toStartWith(row.limited)
    expect(notice?.next_at).toBe(fixture.clock.ms + (row.waitMs ?? MINUTE_MS))
    there.state.isLimited = false
    await later(row.waitMs ?? MINUTE_MS)
    expect((await rows())[0]).toMatchObject({ state: 'sent', way: service, contact_point: 'ops' })
  })
})

test('a rule that fires reaches every service once, and so does its end', async () => {
  for (const [index, { service, fields }] of SERVICE_ROWS.entries()) {
    await add({ name: `${service} ${index}`, service, fields })
  }
  const { id } = await services.alerts.create(OPERATOR, {
    ...{ name: 'Root runs dry', measure: 'account_balance', subject: 'root', threshold: 1e12 },
  })
  const turn = async (seconds: number) => {
    there.asked.length = 0
    fixture.clock.ms += seconds * 1000
    await services.alerts.evaluate()
    await services.notifications.deliverDue()
    return bodies().map((body) => JSON.stringify(body))
  }
  const fired = await turn(10)
  expect(fired.length).toBe(SERVICE_ROWS.length)
  for (const body of fired) expect(body).toContain('Root runs dry')
  expect(await turn(10)).toEqual([])
  await services.alerts.change(OPERATOR, { id, threshold: 1 })
  expect(await turn(10)).toEqual([])
  const over = await turn(60)
  expect(over.length).toBe(SERVICE_ROWS.length)
  // PagerDuty resolves its incident by key alone.
  const named = over.filter((body) => body.includes('Root runs dry'))
  expect(named.length).toBe(over.length - 1)
  expect(await turn(60)).toEqual([])
  await services.alerts.remove(OPERATOR, id)
})

test('a recovery resolves the incident of PagerDuty by the same key', async () => {
  await add({ service: 'pagerduty', fields: { key: 'hush' } })
  await channel('channel_disabled', 7)
  await channel('channel_enabled', 7)
  expect(bodies()).toMatchObject([
    { event_action: 'trigger', dedup_key: 'Gate & Way/channel_7' },
    { event_action: 'resolve', dedup_key: 'Gate & Way/channel_7' },
  ])
})

test('mail tells it in the language of the contact point', async () => {
  await add({ service: 'email', fields: { to: 'ops@example.com' }, language: 'zh' })
  await channel('channel_enabled', 7)
  const mail = await sink.mail()
  expect(mail).toMatchObject({ to: ['ops@example.com'] })
  expect(mail.subject).toBe('【已恢复】渠道“<main> & *7*”（#7）已被启用')
})

describe('a contact point', () => {
  test('gets the severities, types and recoveries that it wants', async () => {
    await add({ name: 'a', severities: ['info'] })
    await add({ name: 'b', types: ['channel_test'] })
    await add({ name: 'c', recoveries: false })
    await add({ name: 'd', enabled: false })
    await channel('channel_disabled', 7)
    await channel('channel_enabled', 7)
    const tested = { kind: 'channel_test', tested: 1, failed: 0 } as const
    await services.notifications.tellRoot(tested)
    const got = (await rows()).filter(({ created_at }) => created_at === fixture.clock.ms)
    expect(got.map(({ contact_point, title }) => `${contact_point} ${title}`).sort()).toEqual([
      'a Channel test finished',
      'b Channel test finished',
      'c Channel "<main> & *7*" (#7) was disabled',
      'c Channel test finished',
    ])
  })

  test('is left alone in its quiet hours, and told of all that at their end as one', async () => {
    await add({ quiet_from: '22:00', quiet_to: '07:30', time_zone: 'Asia/Shanghai' })
    expect(await channel('channel_disabled', 7)).toBe('held')
    expect(await channel('channel_disabled', 8)).toBe('held')
    await later(76 * MINUTE_MS)
    expect(there.asked).toEqual([])
    await later(MINUTE_MS)
    expect(bodies()).toMatchObject([{ title: '2 notices', notices: [{}, {}] }])
    expect((await rows()).slice(0, 2).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('hears at once what is critical, with all that waits', async () => {
    const { id } = await add({ group_minutes: 10 })
    expect(await channel('channel_disabled', 7)).toBe('held')
    await services.contactPoints.change(OPERATOR, {
      id,
      quiet_from: '00:00',
      quiet_to: '23:59',
      reader: 'en',
    })
    const told = tellSite(deps, {
      type: 'channel_update',
      kind: 'all_down',
      intervalMs: 0,
      title: 'notice.test_title',
      text: 'notice.test_text',
      params: { site: 'x' },
      severity: 'critical',
    })
    expect(await told).toBe('sent')
    expect(bodies()).toMatchObject([{ severity: 'critical', notices: [{}, {}] }])
  })

  test('gets notices of one type within its window as one', async () => {
    await add({ group_minutes: 10 })
    expect(await channel('channel_disabled', 7)).toBe('held')
    fixture.clock.ms += 9 * MINUTE_MS
    expect(await channel('channel_enabled', 7)).toBe('held')
    await services.notifications.tellRoot({ kind: 'channel_test', tested: 1, failed: 0 })
    await later(MINUTE_MS)
    expect(bodies()).toMatchObject([
      {
        type: 'channel_update',
        title: '2 notices',
        recovered: false,
        notices: [{ incident: 'channel_7' }, { recovered: true }],
      },
    ])
    await later(9 * MINUTE_MS)
    expect(bodies()[1]).toMatchObject({ type: 'channel_test', title: 'Channel test finished' })
  })

  test('gets no more in a minute than its service takes', async () => {
    const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=hush'
    await add({ service: 'wecom', fields: { url } })
    for (let id = 1; id <= 23; id += 1) await channel('channel_disabled', id)
    expect(there.asked).toHaveLength(20)
    await later(MINUTE_MS)
    // What was held back goes as one.
    expect(there.asked).toHaveLength(21)
    expect((await rows()).every(({ state }) => state !== 'waiting')).toBe(true)
  })

  test('that is removed or disabled is not tried any more', async () => {
    there.state.isDown = true
    const { id } = await add({})
    await channel('channel_disabled', 7).catch(() => undefined)
    const [notice] = await rows()
    await services.contactPoints.change(OPERATOR, { id, enabled: false, reader: 'en' })
    expect(await refusal(services.notifications.retry(OPERATOR, notice?.id ?? 0))).toBe(
      'notice.no_way',
    )
    await later(MINUTE_MS)
    expect((await rows())[0]).toMatchObject({
      state: 'given_up',
      failure: 'There is no way to deliver it',
    })
  })

  test('is sent again what has failed', async () => {
    there.state.isDown = true
    await add({})
    await channel('channel_disabled', 7).catch(() => undefined)
    const [notice] = await rows()
    there.state.isDown = false
    expect(await services.notifications.retry(OPERATOR, notice?.id ?? 0)).toMatchObject({
      way: 'webhook',
    })
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('keeps its secrets for the host that they were meant for', async () => {
    const gotify = { server: 'https://gotify.example', token: 'hush' }
    const { id, fields } = await add({ service: 'gotify', fields: gotify })
    expect(fields).toEqual({ server: 'https://gotify.example/', token: '***' })
    const change = (to: Record<string, string>) =>
      services.contactPoints.change(OPERATOR, { id, fields: to, reader: 'en' })
    expect((await change({ ...fields, server: 'https://gotify.example/push/' })).fields).toEqual({
      server: 'https://gotify.example/push/',
      token: '***',
    })
    expect(await refusal(change({ server: 'https://evil.example' }))).toBe('value.invalid')
  })

  test.each([
    ['an unknown service', { service: 'pigeon' }],
    ['a field of another service', { fields: { url: 'https://hooks.example', topic: 'x' } }],
    ['an address in the clear', { fields: { url: 'http://hooks.example' } }],
    ['an address with a password', { fields: { url: 'https://a:b@hooks.example' } }],
    ['a missing field', { service: 'telegram', fields: { token: '1:x' } }],
    [
      'a token that would be a path',
      { service: 'telegram', fields: { token: '1/../x', chat_id: '1' } },
    ],
    ['no severity', { severities: [] }],
    ['an unknown type', { types: ['quota_exceed'] }],
    ['half of the quiet hours', { quiet_from: '22:00' }],
    ['an unknown time zone', { time_zone: 'Mars' }],
  ])('with %s is refused', async (_, change) => {
    expect(await refusal(add(change))).toBe('value.invalid')
  })
})
