/**
 * Runs in a copy of the tree whose limits have one more kind, `answers`, which counts the calls
 * that were answered: nothing but its row and its texts know of it.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openShell } from '../cli/cli-fixture'
import { ask, MODEL, PATH_OF, told } from '../relay/black-box'
import { answerOf, DEAR } from '../relay/dear-model'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { json, type Reply, startUpstream } from '../support/upstream'
import { openScreen } from '../tui/one-screen'
import { KEY } from '../tui/screen-fixture'
import { type Console, openConsole } from '../web/console-fixture'

const ANSWER = answerOf(50)
const REFUSAL = json({ error: { message: 'no', type: 'invalid_request_error' } }, { status: 400 })

let reply: Reply = ANSWER
let upstream: Awaited<ReturnType<typeof startUpstream>>
let sink: SmtpSink
let site: Console

beforeAll(async () => {
  upstream = await startUpstream(() => reply)
  sink = await startSmtpSink()
  site = await openConsole({
    users: [{ username: 'ann', email: 'ann@example.com' }],
    tokens: [{ name: 'app' }],
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, ...sink.options, RetryTimes: 0 },
  })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})

const call = () => told(site.gateway.post(PATH_OF.openai, ask('openai')))
const limitsOf = async (subject: string) =>
  (await site.people.root.get(`/api/limit/?subject=${subject}`)).body.data

test('it stops calls, counts what its row says, and is told of', async () => {
  const { gateway, people } = site
  const set = async (subject: string, id: number | undefined, limit: object) => {
    const named = { subject, key: String(id) }
    const limits = [{ kind: 'answers', ...limit }]
    expect((await people.root.put('/api/limit/', { ...named, limits })).body.success).toBe(true)
  }
  await set('token', gateway.tokenIds[0], { window: 'minute', amount: 1 })
  await set('user', gateway.userIds[0], { window: 'day', amount: 2 })

  reply = REFUSAL
  expect((await call()).status).toBe(400)
  await gateway.idle()
  expect(await limitsOf('token')).toMatchObject([{ kind: 'answers', used: 0, left: 1 }])

  reply = ANSWER
  const first = await call()
  expect(first.status).toBe(200)
  expect(first.headers.get('x-ratelimit-limit-answers')).toBe('1')
  expect(first.headers.get('x-ratelimit-remaining-answers')).toBe('0')
  const second = await call()
  expect(second.status).toBe(429)
  expect(second.headers.has('retry-after')).toBe(true)
  expect(JSON.parse(second.text).error.message).toContain('answers')

  await gateway.idle()
  await sink.mail(1)
  expect(sink.mails[0]?.text).toContain('次回答')

  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  const usage = await (await fetch(`${gateway.url}/v1/token/usage`, { headers })).json()
  expect(usage).toMatchObject({
    limits: [
      { subject: 'user', kind: 'answers', unit: 'answers', used: 1 },
      { subject: 'token', kind: 'answers', unit: 'answers', used: 1 },
    ],
  })
})

test('the command line sets and lists it, in both languages', async () => {
  const shell = openShell()
  const set = await shell.json(['limit', 'set', 'group', 'default', '--answers', '4'])
  expect(set).toMatchObject({ kind: 'answers', window: 'minute', amount: 4 })
  expect(await shell.text(['limit', 'list'])).toMatch(/ answers +minute +4 /)
  expect(await shell.text(['--lang', 'zh', 'limit', 'list'])).toContain('回答数')
  expect(await shell.text(['limit', 'set', '--help'])).toMatch(/--answers.*most answers/)
  expect(await shell.text(['--lang', 'zh', 'limit', 'set', '--help'])).toContain('最多回答数')
  shell.remove()
})

test('the screens of the terminal list it and set it', async () => {
  using screen = await openScreen({ gateway: site.gateway, screen: 'limit', columns: 140 })
  await screen.shows('token "app"', 'Answers', 'per minute')
  await screen.press('n')
  await screen.shows('Add a limit', 'Applies to')
  await screen.press(KEY.tab)
  await screen.type(String(site.gateway.tokenIds[0]))
  await screen.press(KEY.tab, KEY.left)
  await screen.shows('Answers')
  await screen.press(KEY.tab, KEY.tab)
  await screen.type('7')
  await screen.press(KEY.save)
  await screen.shows('3 in all')
  expect(await limitsOf('token')).toMatchObject([
    { kind: 'answers', window: 'minute' },
    { kind: 'answers', window: 'day', amount: 7 },
  ])
})

test('the console offers it in its form, and shows how far it is used', async () => {
  await using visit = await site.open('user')
  const { page } = visit
  await visit.goto('/token')
  await page.getByRole('button', { name: '添加令牌' }).first().click()
  const drawer = page.getByRole('dialog', { name: '添加令牌' })
  await drawer.getByLabel('名称').fill('answering')
  await drawer.getByText('更多选项').click()
  await drawer.getByRole('button', { name: '添加限制' }).click()
  await drawer.getByLabel('计量项').selectOption({ label: '回答数' })
  await drawer.getByLabel('上限').fill('9')
  await drawer.getByRole('button', { name: '创建' }).click()
  await page.getByText('令牌创建成功').waitFor()
  const own = await site.people.user.get('/api/limit/self')
  expect(own.body.data).toMatchObject([{ kind: 'answers', amount: 9, set_by: 'owner' }])
  await visit.goto('/setting')
  await page.getByText('已用 0 / 9，剩余 9').waitFor()
  await page.getByText('回答数').first().waitFor()
  expect(visit.complaints).toEqual([])
})
