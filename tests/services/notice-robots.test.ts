/** Notices to robots of group chats, which take messages of their own form. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { createServices, type Services } from '../../server/services/create-services'
import type { SendWebhook } from '../../server/services/service-deps'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person } from './services-fixture'

let fixture: Fixture
let services: Services
let posted: Parameters<SendWebhook>[0][]
let answer: Awaited<ReturnType<SendWebhook>>

beforeEach(async () => {
  fixture = await openFixture()
  posted = []
  answer = { status: 200, text: '{"errcode":0,"errmsg":"ok"}' }
  const { db, sealer, clock } = fixture
  services = createServices({
    db,
    sealer,
    clock: { nowMs: () => clock.ms },
    random: { next: () => 0, bytes: (count) => new Uint8Array(count), text: () => 'x' },
    sendWebhook: async (request) => {
      posted.push(request)
      return answer
    },
  })
})
afterEach(async () => await fixture.close())

const DINGTALK = 'https://oapi.dingtalk.com/robot/send?access_token=t'
const WECOM = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k'

/** What became of one notice to the address. */
async function warned(webhook_url: string, webhook_secret = ''): Promise<unknown> {
  const input = { username: 'ann', password: PASSWORD, quota: 10 }
  const { id: userId } = await fixture.users.create(OPERATOR, input)
  await services.notifications.setSetting(person(1, userId), {
    notify_type: 'webhook',
    quota_warning_threshold: 5000,
    webhook_url,
    webhook_secret,
    language: 'en',
  })
  return await services.notifications
    .warnOfLowQuota({ userId, remaining: 10 })
    .catch((error: unknown) => String(error))
}

describe.each([
  ['DingTalk', DINGTALK],
  ['WeCom', WECOM],
])('a robot of %s', (_, address) => {
  test('is sent a text with all its values', async () => {
    expect(await warned(address)).toBe('sent')
    const [request] = posted
    expect(request?.url).toBe(address)
    const { msgtype, text } = JSON.parse(request?.body ?? '{}')
    expect(msgtype).toBe('text')
    expect(text.content).not.toContain('{{')
    expect(text.content).toMatch(/^.+\n.*\$0\.00/)
  })

  test('that refuses with status 200 has not taken the notice', async () => {
    answer = { status: 200, text: '{"errcode":310000,"errmsg":"keywords not in content"}' }
    expect(await warned(address)).not.toBe('sent')
    const [notice] = (await services.notifications.list({ language: 'en' })).items
    expect(notice?.failure).toContain('310000 keywords not in content')
  })

  test('never sees the secret', async () => {
    await warned(address, 'hush')
    expect(JSON.stringify(posted)).not.toContain('hush')
  })
})

test('the secret signs what goes to DingTalk, with the time', async () => {
  await warned(DINGTALK, 'hush')
  const { searchParams } = new URL(posted[0]?.url ?? '')
  const at = String(fixture.clock.ms)
  const sign = createHmac('sha256', 'hush').update(`${at}\nhush`).digest('base64')
  expect(Object.fromEntries(searchParams)).toEqual({ access_token: 't', timestamp: at, sign })
})

describe('WxPusher', () => {
  const API = 'https://wxpusher.zjiecode.com/api/send/message'
  const taken = { code: 1000, msg: 'ok', success: true, data: [{ uid: 'UID_a', code: 1000 }] }
  const answers = (told: object) => {
    answer = { status: 200, text: JSON.stringify(told) }
  }
  const sent = () => ({ url: posted[0]?.url, body: JSON.parse(posted[0]?.body ?? '{}') })

  test('gets a text for receivers and topics, its secret the token of the app', async () => {
    answers(taken)
    expect(await warned(`${API}?uid=UID_a&uid=UID_b&topicId=12`, 'AT_hush')).toBe('sent')
    const { url, body } = sent()
    expect(url).toBe(API)
    expect(body).toEqual({
      appToken: 'AT_hush',
      content: expect.stringMatching(/^.+\n.*\$0\.00/),
      contentType: 1,
      uids: ['UID_a', 'UID_b'],
      topicIds: [12],
    })
  })

  test('gets it for one receiver by its own push token', async () => {
    answers(taken)
    expect(await warned(`${API}/simple-push?spt=SPT_a`)).toBe('sent')
    expect(sent()).toMatchObject({ url: `${API}/simple-push`, body: { spt: 'SPT_a' } })
  })

  test.each([
    ['the whole', { code: 1001, msg: 'no such app' }, '1001 no such app'],
    ['one receiver', { ...taken, data: [{ code: 1004, status: 'left' }] }, '1004 left'],
  ])('has not taken a notice when it refuses %s', async (_, told, reason) => {
    answers(told)
    expect(await warned(`${API}?uid=UID_a`, 'AT_hush')).not.toBe('sent')
    const [notice] = (await services.notifications.list({ language: 'en' })).items
    expect(notice?.failure).toContain(reason)
  })
})

test('other addresses get the body of this family', async () => {
  answer = { status: 204 }
  expect(await warned('https://hooks.example/robot/send')).toBe('sent')
  expect(Object.keys(JSON.parse(posted[0]?.body ?? '{}'))).toContain('values')
})
