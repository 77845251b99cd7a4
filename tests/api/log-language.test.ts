/** Rows are stored as kinds and numbers, and told to whoever reads them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { insertLog } from '../../db/tables/logs'
import { ask, MODEL, PRICES } from '../relay/black-box'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

const CHINESE = { headers: { 'accept-language': 'zh-CN' } }
const ENGLISH = { headers: { 'accept-language': 'en' } }

let upstream: Upstream
let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(
    json({ error: { message: 'Rate limit reached for requests' } }, { status: 429 }),
  )
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [{ upstream, models: MODEL }],
    options: { ...PRICES, RetryTimes: 0 },
  })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  user = await api.as('user')
  const { services } = gateway
  const actor = { ...TEST_ACTOR, name: 'the boss' }
  await services.users.set(actor, { id: user.id, quota: { to: 5_000_000 } })
  const token = { user_id: user.id, name: 'app', remain_quota: 1_000_000 }
  const [made] = await services.tokens.create(TEST_ACTOR, token)
  key = `sk-${made?.key}`
  const answer = await gateway.post('/v1/chat/completions', ask('openai'), { key })
  expect(answer.status).toBe(429)
  await answer.text()
  await gateway.idle()
  await writeOldRow()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

let key = ''

async function writeOldRow(): Promise<void> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const none = { quota: 0, prompt_tokens: 0, completion_tokens: 0, use_time: 0, channel_id: 0 }
  const texts = { token_name: '', model_name: '', group: '', ip: '', request_id: '' }
  const content = '通过兑换码充值 ＄10.000000 额度，兑换码 ID 3'
  const who = { user_id: user.id, username: 'user-2', token_id: 0 }
  const row = { ...none, ...texts, ...who, created_at: 1, type: 1, content, other: '' }
  await insertLog(db.kysely, { ...row, is_stream: 0 })
  await db.close()
}

/** Texts by type of the user's rows. */
async function texts(caller: ApiCaller, path: string, how = ENGLISH) {
  const { body } = await caller.get(`${path}?page_size=100`, how)
  const rows: ApiBody[] = body.data.items ?? body.data
  const own = rows.filter((row) => row.user_id === user.id)
  return Object.fromEntries(own.map((row) => [row.type, row.content]))
}

test('an administrator reads the rows of a user in the language asked for', async () => {
  expect(await texts(admin, '/api/log/')).toEqual({
    1: 'Topped up $10.00 with redemption code 3',
    3: 'An administrator changed the balance from $2.00 to $10.00',
    5: 'The upstream answered with an error (status 429): Rate limit reached for requests',
  })
  expect(await texts(admin, '/api/log/', CHINESE)).toEqual({
    1: '通过兑换码充值 $10.00，兑换码 ID 3',
    3: '管理员修改用户余额：$2.00 → $10.00',
    5: '上游返回错误（状态码 429）：Rate limit reached for requests',
  })
})

test('users read their own rows as they were told, and not who changed them', async () => {
  const { body } = await user.get('/api/log/self?page_size=100', ENGLISH)
  expect(JSON.stringify(body)).not.toContain('the boss')
  expect(JSON.stringify(body)).not.toContain('Rate limit reached')
  expect(await texts(user, '/api/log/self')).toMatchObject({
    3: 'An administrator changed the balance from $2.00 to $10.00',
    5: 'The upstream of this group is saturated at the moment, please try again later',
  })
  expect(await texts(user, '/api/log/self', CHINESE)).toMatchObject({
    5: '当前分组上游负载已饱和，请稍后再试',
  })
})

test('whoever has only the key reads its rows in their language', async () => {
  const response = await fetch(`${gateway.url}/api/log/token`, {
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
  })
  const text = await response.text()
  expect(text).toContain('saturated at the moment')
  expect(text).not.toContain('Rate limit reached')
})

test('administrators read who changed an account, and what the upstream answered', async () => {
  const { body } = await admin.get('/api/log/?page_size=100', ENGLISH)
  const rows: ApiBody[] = body.data.items
  const details = (type: number) =>
    JSON.parse(rows.find((row) => row.type === type && row.user_id === user.id).other)
  expect(details(3)).toMatchObject({ admin_info: { by: 'the boss' } })
  expect(details(5)).toMatchObject({
    error: 'upstream.refused',
    upstream_status: 429,
    upstream_message: 'Rate limit reached for requests',
  })
})

test('no sentence is stored', async () => {
  const { items } = await gateway.services.logs.list({ userId: user.id })
  expect(items.map(({ content }) => content).filter((text) => text !== '')).toHaveLength(1)
})

describe('a search by words', () => {
  const found = async (caller: ApiCaller, path: string, keyword: string) => {
    const { body } = await caller.get(`${path}?keyword=${encodeURIComponent(keyword)}`, ENGLISH)
    return body.data.map((row: ApiBody) => row.type)
  }

  test.each([
    ['An administrator changed', [3]],
    ['管理员修改用户余额：$2', [3]],
    ['管理员修改用户余额：$3', []],
    ['通过兑换码充值', [1]],
    ['The upstream of this group', [5]],
    ['nothing begins so', []],
  ])('finds rows that begin with %s in either language', async (keyword, types) => {
    expect(await found(user, '/api/log/self/search', keyword)).toEqual(types)
  })

  test('users do not find rows by what they may not read', async () => {
    expect(await found(user, '/api/log/self/search', 'The upstream answered')).toEqual([])
    expect(await found(admin, '/api/log/search', 'The upstream answered')).toEqual([5])
  })

  test.each([
    ['changed the balance', 'quota_set'],
    ['修改用户余额', 'quota_set'],
    ['Rate limit reached', 'upstream.refused'],
  ])('on the command line finds %s', async (words, stored) => {
    const { stdout } = await gateway.cli(['log', 'list', '--search', words, '--json'])
    expect(stdout).toContain(stored)
    expect(JSON.parse(stdout)).toHaveLength(1)
  })
})

test('the command line tells rows in its language', async () => {
  const english = await gateway.cli(['--lang', 'en', 'log', 'list', '--output', 'csv'])
  expect(english.stdout).toContain('An administrator changed the balance from $2.00 to $10.00')
  expect(english.stdout).toContain('Topped up $10.00 with redemption code 3')
  expect(english.stdout).not.toMatch(/\p{Script=Han}/u)
  const chinese = await gateway.cli(['--lang', 'zh', 'log', 'list', '--type', 'admin'])
  expect(chinese.stdout).toContain('管理员修改用户余额：$2.00 → $10.00')
})

test('amounts are in credits where the site shows credits', async () => {
  const key = 'DisplayInCurrencyEnabled'
  await gateway.services.options.set(TEST_ACTOR, { key, value: 'false' })
  expect(await texts(user, '/api/log/self')).toMatchObject({
    1: 'Topped up 5000000 credits with redemption code 3',
    3: 'An administrator changed the balance from 1000000 credits to 5000000 credits',
  })
})
