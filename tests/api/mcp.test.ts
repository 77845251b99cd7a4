/** `/mcp`: what assistants are offered, what they get, and what they are refused. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { TOOLS } from '../../server/domain/mcp/all-tools'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { type Assistant, connect, tokenOf } from './mcp-house'

const PASSWORD = 'correct horse battery'
const CHANNEL_KEY = 'sk-upstream-secret-0123456789'
const MAIL_SECRET = 'mail-password-0123456789'
const SESSION = '0b8e6a52-4a7f-4d53-9f0e-5f0d0c3c1c11'
const ANSWER = json({
  choices: [{ index: 0, message: { role: 'assistant', content: 'y' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 },
})

let upstream: Upstream
let gateway: Gateway
let root: ApiCaller
let ann: ApiCaller
let bob: ApiCaller
let all: Assistant
let requestId = ''
const tokens: string[] = []

async function newToken(caller: ApiCaller, scopes?: readonly string[]): Promise<string> {
  const token = await tokenOf(caller, scopes)
  tokens.push(token)
  return token
}

beforeAll(async () => {
  upstream = await startUpstream(ANSWER)
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [
      { username: 'ann', password: PASSWORD },
      { username: 'bob', password: PASSWORD },
      { username: 'eve', password: PASSWORD },
    ],
    tokens: [
      { name: 'laptop', username: 'ann' },
      { name: 'other', username: 'bob' },
    ],
    options: { ModelRatio: { m: 1 }, CompletionRatio: { m: 2 }, SMTPToken: MAIL_SECRET },
    channels: [{ name: 'main', upstream, models: 'm', key: CHANNEL_KEY }],
  })
  const api = apiClient(gateway)
  root = await api.as('root')
  ann = await api.login('ann', PASSWORD)
  bob = await api.login('bob', PASSWORD)
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
  const answer = await gateway.post('/v1/chat/completions', body, {
    headers: { session_id: SESSION },
  })
  requestId = answer.headers.get('x-oneapi-request-id') ?? ''
  await gateway.idle()
  all = await connect(gateway, { token: await newToken(root) })
})
afterAll(async () => {
  await all.client.close()
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

/** Input of each tool, in an order in which each finds what it is about. */
function inputs(): Readonly<Record<string, Record<string, unknown>>> {
  const [channel = 0] = gateway.channelIds
  const [token = 0] = gateway.tokenIds
  const [user = 0, , other = 0] = gateway.userIds
  const limit = { subject: 'token', subject_id: String(token), kind: 'budget', window: 'day' }
  return {
    gateway_status: {},
    gateway_health: {},
    attention_list: {},
    change_list: { from: '2026-01-01' },
    doctor_check: {},
    alert_list: {},
    alert_history: {},
    stats_show: { kind: 'channel', subject: String(channel), range: 'day' },
    node_list: {},
    notice_list: { state: 'failed' },
    audit_list: { rows: 5 },
    option_list: {},
    option_set: { name: 'RetryTimes', value: '1' },
    channel_list: { model: 'm', status: 'enabled' },
    channel_show: { id: channel },
    channel_disable: { id: channel },
    channel_enable: { id: channel },
    channel_set: { id: channel, priority: 7 },
    channel_test: { id: channel, model: 'm' },
    route_explain: { model: 'm', group: 'default' },
    model_list: {},
    log_search: { query: 'model:m', rows: 3 },
    log_totals: { from: '2026-01-01T00:00:00Z' },
    receipt_show: { request_id: requestId },
    overview_show: {},
    usage_explore: { measure: 'spend', window: '24h', by: ['model', 'user'] },
    spender_list: {},
    session_list: {},
    session_show: { session: SESSION, user_id: user },
    price_list: { model: 'm' },
    price_set: { model: 'n', model_ratio: 2 },
    limit_set: { ...limit, amount: 5 },
    limit_list: { subject: 'token', subject_id: String(token) },
    finance_show: {},
    statement_show: {},
    token_list: { keyword: 'laptop', sort: 'used_quota' },
    token_show: { id: token },
    token_create: { name: 'made', budget_usd: 2.5, models: 'm' },
    token_disable: { id: token },
    token_enable: { id: token },
    account_show: {},
    user_list: { role: 'user' },
    user_show: { id: user },
    user_add_quota: { id: user, usd: -1 },
    user_disable: { id: other, reason: 'test' },
    user_enable: { id: other },
    task_list: { status: 'SUCCESS' },
    drawing_list: {},
  }
}

/** There is none to act on. */
const OF_NOTHING = {
  notice_retry: { id: 99 },
  task_cancel: { id: 'none' },
  task_retry: { id: 'none' },
} as const

describe('the tools', () => {
  test('each do what they say, and tell no secret', async () => {
    const told: string[] = []
    for (const [name, input] of Object.entries(inputs())) {
      const { isError, text, data } = await all.call(name, input)
      expect([name, isError ? text : '']).toEqual([name, ''])
      expect(JSON.parse(text)).toEqual(data)
      told.push(text)
    }
    for (const [name, input] of Object.entries(OF_NOTHING)) {
      const { isError, text } = await all.call(name, input)
      expect([name, isError]).toEqual([name, true])
      told.push(text)
    }
    const called = [...Object.keys(inputs()), ...Object.keys(OF_NOTHING)]
    expect([...new Set(TOOLS.map(({ name }) => name))].sort()).toEqual(called.sort())
    const made = await root.get('/api/token/')
    const keys = [...gateway.keys.map((key) => key.replace(/^sk-/, '')), made.body.data[0].key]
    for (const secret of [...keys, ...tokens, CHANNEL_KEY, MAIL_SECRET, PASSWORD]) {
      expect(told.filter((text) => text.includes(secret))).toEqual([])
    }
  })

  test('change what they say, under the name of their user', async () => {
    const [channel = 0] = gateway.channelIds
    await all.call('channel_disable', { id: channel })
    expect((await root.get(`/api/channel/${channel}`)).body.data.status).toBe(2)
    const { data } = await all.call('audit_list', { action: 'channel.disable', rows: 1 })
    expect(data.items[0]).toMatchObject({ actor: 'root', target: `channel:${channel}` })
    await all.call('channel_enable', { id: channel })
    await all.call('option_set', { name: 'RetryTimes', value: '4' })
    const options = await all.call('option_list', { name: 'retrytimes' })
    expect(options.data.items).toEqual([{ name: 'RetryTimes', value: '4' }])
  })

  test('show money in dollars as well, and times that people read', async () => {
    const { data } = await all.call('log_search', { query: 'model:m type:answered', rows: 1 })
    // 12 prompt tokens and 9 completion tokens at twice the price.
    expect(data.items[0]).toMatchObject({ quota: 30, quota_usd: 0.00006, request_id: requestId })
    expect(data.items[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    const { data: price } = await all.call('price_list', { model: 'm' })
    expect(price.items[0]).toMatchObject({
      prompt_usd_per_million: 2,
      completion_usd_per_million: 4,
    })
  })

  test('say whether they change something', async () => {
    const { tools } = await all.client.listTools()
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.log_search).toMatchObject({ readOnlyHint: true })
    expect(hints.channel_disable).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    })
    expect(hints.channel_test).toMatchObject({ openWorldHint: true, destructiveHint: false })
  })

  test.each(['legacy', 'auto'] as const)('work with a client of the %s protocol', async (mode) => {
    await using assistant = await connect(gateway, { token: await newToken(ann), mode })
    expect((await assistant.call('account_show')).data.username).toBe('ann')
    expect(assistant.client.getServerVersion()?.name).toBe('gw')
  })

  test('refuse input that does not fit, in the language of the client', async () => {
    const missing = await all.call('channel_show')
    expect(missing).toMatchObject({
      isError: true,
      text: 'Invalid id: it is missing (value.invalid)',
    })
    for (const from of ['yesterday', '2026-02-31T25:00Z']) {
      const { text, isError } = await all.call('log_search', { from })
      expect([isError, text.includes('(value.invalid)')]).toEqual([true, true])
    }
    const headers = { 'accept-language': 'zh' }
    await using chinese = await connect(gateway, { token: await newToken(root), headers })
    const { text } = await chinese.call('channel_show', { id: 9999 })
    expect(text).toMatch(/\p{Script=Han}.*\(channel\.not_found\)/u)
    await expect(all.call('nothing')).rejects.toThrow('Unknown tool: nothing')
  })
})

describe('rights', () => {
  test('of an ordinary user are enough for every tool that is offered', async () => {
    const [token = 0] = gateway.tokenIds
    const limit = { subject: 'token', subject_id: String(token), kind: 'requests', window: 'day' }
    const own: Readonly<Record<string, Record<string, unknown>>> = {
      ...inputs(),
      usage_explore: { measure: 'spend', by: ['model'] },
      session_show: { session: SESSION },
      limit_set: { ...limit, amount: 100 },
      limit_list: { token_id: token },
      model_list: { group: 'default' },
      token_list: {},
    }
    await using assistant = await connect(gateway, { token: await newToken(ann) })
    const offered = (await assistant.names()).filter((name) => !Object.hasOwn(OF_NOTHING, name))
    expect(offered.length).toBeGreaterThan(15)
    for (const name of Object.keys(own).filter((one) => offered.includes(one))) {
      const { isError, text } = await assistant.call(name, own[name])
      expect([name, isError ? text : '']).toEqual([name, ''])
      expect(text).not.toContain('"channel_name"')
    }
  })

  test('of an ordinary user leave what is the own', async () => {
    await using assistant = await connect(gateway, { token: await newToken(bob) })
    const names = await assistant.names()
    expect(names).toContain('log_search')
    for (const name of ['channel_list', 'user_list', 'option_list', 'spender_list']) {
      expect(names).not.toContain(name)
      const { text, isError } = await assistant.call(name)
      expect([name, isError, text.includes('permission.')]).toEqual([name, true, true])
    }
    const { data: log } = await assistant.call('log_search')
    expect(log.items.filter((row: { model_name?: string }) => row.model_name === 'm')).toEqual([])
    const { data: own } = await assistant.call('token_list')
    expect(own.items.map(({ name }: { name: string }) => name)).toEqual(['other'])
    const [token = 0] = gateway.tokenIds
    expect((await assistant.call('token_show', { id: token })).isError).toBe(true)
    expect((await assistant.call('token_disable', { id: token })).isError).toBe(true)
    expect((await assistant.call('receipt_show', { request_id: requestId })).isError).toBe(true)
    expect((await ann.get(`/api/token/${token}`)).body.data.status).toBe(1)
  })

  test('of a token that only reads bring no tool that writes', async () => {
    const scopes = ['channel:read', 'log:read']
    await using assistant = await connect(gateway, { token: await newToken(root, scopes) })
    const { tools } = await assistant.client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const names = tools.map(({ name }) => name)
    expect(names).toContain('channel_list')
    expect(names).not.toContain('user_list')
    const [id = 0] = gateway.channelIds
    const { isError, text } = await assistant.call('channel_disable', { id })
    expect(isError).toBe(true)
    expect(text).toContain('channel:write')
    expect((await root.get(`/api/channel/${id}`)).body.data.status).toBe(1)
  })

  test('are narrowed by an address that only reads', async () => {
    const query = '?read_only=true'
    await using assistant = await connect(gateway, { token: await newToken(root), query })
    expect(await assistant.names()).not.toContain('channel_disable')
    const [id = 0] = gateway.channelIds
    const { text } = await assistant.call('channel_disable', { id })
    expect(text).toContain('(mcp.read_only)')
    expect((await root.get(`/api/channel/${id}`)).body.data.status).toBe(1)
  })

  test('on behalf of an organisation are those in it, for an administrator as well', async () => {
    const { body } = await root.post('/api/organisation/', { name: 'acme', owner_id: root.id })
    const headers = { 'x-gw-organisation': String(body.data.id) }
    await using assistant = await connect(gateway, { token: await newToken(root), headers })
    expect(await assistant.names()).not.toContain('user_list')
    expect((await assistant.call('log_search')).data.items).toEqual([])
    expect((await assistant.call('token_create', { name: 'shared' })).isError).toBe(false)
    expect((await assistant.call('token_list')).data.items).toMatchObject([{ name: 'shared' }])
  })

  test('end with the access token', async () => {
    const token = await newToken(ann)
    await using assistant = await connect(gateway, { token, mode: 'legacy' })
    const { body } = await ann.get('/api/access_token/')
    for (const { id } of body.data) await ann.delete(`/api/access_token/${id}`)
    await expect(assistant.call('account_show')).rejects.toThrow()
  })
})

describe('the door', () => {
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  const send = (headers: Record<string, string>, body: unknown = LIST) =>
    fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('asks for an access token', async () => {
    const key = gateway.keys[0] ?? ''
    const credentials: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${key}` },
      { cookie: root.cookie },
    ]
    for (const headers of credentials) {
      const response = await send(headers)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="gw"')
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null })
    }
  })

  test('lets no page of another site in', async () => {
    const authorization = `Bearer ${await newToken(root)}`
    const foreign = await send({ authorization, origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect((await send({ authorization, origin: gateway.url })).status).toBe(200)
  })

  test('takes one message at a time', async () => {
    const authorization = `Bearer ${await newToken(root)}`
    const batch = await send({ authorization }, [LIST, LIST])
    expect([batch.status, await batch.json()]).toMatchObject([400, { error: { code: -32600 } }])
    const broken = await send({ authorization }, '{')
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: -32700 } }])
    const method = { headers: { authorization, accept: 'text/event-stream' } }
    expect((await fetch(`${gateway.url}/mcp`, method)).status).toBe(405)
  })
})

test('calls count towards the limit of the management API', async () => {
  await using limited = await startGateway({ env: { GLOBAL_API_RATE_LIMIT: '4' } })
  const api = apiClient(limited)
  const user = await api.as('user')
  const authorization = `Bearer ${await tokenOf(user)}`
  const ask = async () =>
    await fetch(`${limited.url}/mcp`, {
      method: 'POST',
      headers: { authorization, accept: 'application/json, text/event-stream' },
      body: '{',
    })
  const statuses: number[] = []
  for (let at = 0; at < 4; at += 1) statuses.push((await ask()).status)
  expect(statuses).toEqual([400, 400, 400, 429])
})
