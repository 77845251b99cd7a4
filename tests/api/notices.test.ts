/** The administrators' list of notices: read, narrowed, sent again by API, command and key. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { openScreen } from '../tui/one-screen'

const clock = manualClock(1_712_800_000_000)

let gateway: Gateway
let sink: SmtpSink
let root: ApiCaller

beforeAll(async () => {
  sink = await startSmtpSink()
  gateway = await startGateway({
    env: NO_LIMITS,
    clock,
    users: ['ann', 'bob', 'cid'].map((username) => ({
      username,
      password: 'correct horse battery',
      email: `${username}@example.com`,
      quota: 10,
    })),
    options: { ...sink.options, SMTPServer: '' },
  })
  root = await apiClient(gateway).as('root')
  for (const userId of gateway.userIds) {
    const warning = gateway.services.notifications.warnOfLowQuota({ userId, remaining: 10 })
    await expect(warning).rejects.toMatchObject({ id: 'mail.not_configured' })
  }
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})

const listed = async () => (await root.get('/api/notice/list?page_size=50')).body.data.items
const idOf = async (username: string) =>
  (await listed()).find((row: { username: string }) => row.username === username).id

test('a retry that fails says why; one that works is in the list and the audit log', async () => {
  const path = `/api/notice/${await idOf('ann')}/retry`
  expect((await root.post(path)).body.code).toBe('mail.not_configured')
  await root.put('/api/option/', { key: 'SMTPServer', value: sink.options.SMTPServer })
  expect((await root.post(path)).body.data).toEqual({ way: 'email' })
  expect((await sink.mail()).to).toEqual(['ann@example.com'])
  expect((await listed()).at(-1)).toMatchObject({ username: 'ann', state: 'sent', attempts: 2 })
  expect((await root.post(path)).body.code).toBe('notice.not_retried')
  const { items } = (await root.get('/api/audit/?action=notice.retry')).body.data
  expect(items.length).toBeGreaterThan(0)
  const admin = await apiClient(gateway).as('admin')
  expect((await admin.post('/api/notice/4711/retry')).body.code).toBe('notice.not_found')
})

test('the command line sends one again', async () => {
  const id = await idOf('bob')
  const done = await gateway.cli(['notice', 'retry', String(id), '--json'])
  expect(done.json()).toEqual({ id, way: 'email' })
  expect((await sink.mail(2)).to).toEqual(['bob@example.com'])
  expect((await gateway.cli(['notice', 'retry', 'x'])).code).toBe(3)
})

test('so does a key of the terminal, which only rows have that did not arrive', async () => {
  using screen = await openScreen({ gateway, screen: 'notice', columns: 120 })
  await screen.shows('cid', 'Failed, will retry')
  await screen.press('Y')
  await screen.shows('The notice was sent')
  expect((await sink.mail(3)).to).toEqual(['cid@example.com'])
})

test('the list is narrowed by state and told in the language of the reader', async () => {
  const { body } = await root.get('/api/notice/list?state=sent', {
    headers: { 'accept-language': 'zh' },
  })
  expect(body.data.total).toBe(3)
  expect(body.data.items[0]).toMatchObject({ title: '您的余额即将用尽', way: 'email', next_at: 0 })
  expect((await root.get('/api/notice/list?state=given_up')).body.data.total).toBe(0)
})

test('one that failed is let rest: nobody tries it any more, until somebody sends it', async () => {
  await root.put('/api/option/', { key: 'SMTPServer', value: '' })
  const userId = gateway.userIds[0] ?? 0
  clock.advance(24 * 3_600_000)
  const warning = gateway.services.notifications.warnOfLowQuota({ userId, remaining: 5 })
  await expect(warning).rejects.toMatchObject({ id: 'mail.not_configured' })
  const failed = (await listed())[0]
  expect(failed).toMatchObject({ username: 'ann', state: 'failed' })
  expect((await root.post(`/api/notice/${failed.id}/dismiss`)).body.data).toEqual({ id: failed.id })
  const rested = (await root.get('/api/notice/list?state=dismissed')).body.data.items
  expect(rested).toMatchObject([{ id: failed.id, next_at: 0, attempts: failed.attempts }])
  const again = await root.post(`/api/notice/${failed.id}/dismiss`)
  expect(again.body.code).toBe('notice.not_dismissed')
  const sent = (await root.get('/api/notice/list?state=sent')).body.data.items[0]
  expect((await root.post(`/api/notice/${sent.id}/dismiss`)).body.code).toBe('notice.not_dismissed')
  expect((await root.post('/api/notice/4711/dismiss')).body.code).toBe('notice.not_found')
  expect((await gateway.cli(['notice', 'dismiss', String(sent.id)])).code).toBe(2)
  await root.put('/api/option/', { key: 'SMTPServer', value: sink.options.SMTPServer })
  expect((await root.post(`/api/notice/${failed.id}/retry`)).body.data).toEqual({ way: 'email' })
  expect((await sink.mail(4)).to).toEqual(['ann@example.com'])
})

test('the list comes in the order asked for, and of one user', async () => {
  const path = '/api/notice/list?page_size=50'
  const tries = (await root.get(`${path}&sort=attempts`)).body.data.items
  const counts = tries.map(({ attempts }: ApiBody) => attempts)
  expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a))
  const oldest = (await root.get(`${path}&sort=created_at&order=asc`)).body.data.items
  expect(oldest.map(({ id }: ApiBody) => id)).toEqual(
    (await listed()).map(({ id }: ApiBody) => id).toReversed(),
  )
  const ofBob = (await root.get(`${path}&username=bob`)).body.data
  expect(ofBob).toMatchObject({ total: 1, items: [{ username: 'bob' }] })
  const ofAnn = (await root.get(`${path}&user_id=${gateway.userIds[0]}`)).body.data
  expect(ofAnn.total).toBe(2)
  expect((await root.get(`${path}&sort=content`)).body.success).toBe(false)
})

test('root tries the mail settings, and reads what the mail server said', async () => {
  const { body } = await root.post('/api/notice/test_mail', { to: 'ops@example.com' })
  expect(body.data).toEqual({ way: 'email', answer: expect.stringMatching(/^250 /) })
  expect((await sink.mail(5)).to).toEqual(['ops@example.com'])
  await root.put('/api/option/', { key: 'SMTPServer', value: '' })
  const off = await root.post('/api/notice/test_mail', { to: 'ops@example.com' })
  expect(off.body.code).toBe('mail.not_configured')
})
