import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { insertLog } from '../../db/tables/logs'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const NOW = 1_750_000_000
let gateway: Gateway
let admin: ApiCaller
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => NOW * 1000 },
    channels: [{ name: 'main channel' }],
  })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  root = await api.as('root')
  user = await api.as('user')
  await write([
    { created_at: NOW - 5000, type: 1, content: '50% off', quota: 7, other: '' },
    { created_at: NOW - 4000, model_name: 'gpt_4o', other: '' },
    { created_at: NOW - 30, group: 'vip', other: OTHER },
    { created_at: NOW - 20, user_id: admin.id, username: 'somebody', token_name: 'other' },
    { created_at: NOW - 10, token_id: gateway.tokenIds[0], user_id: gateway.userIds[0] },
  ])
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const OTHER = '{"model_ratio":1.25,"admin_info":{"use_channel":["1"]}}'

async function write(rows: readonly Partial<Parameters<typeof insertLog>[1]>[]): Promise<void> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  for (const row of rows) {
    await insertLog(db.kysely, {
      user_id: user.id,
      created_at: NOW,
      type: 2,
      content: 'a call',
      username: 'user-2',
      token_name: 'app',
      model_name: 'gpt-4o',
      quota: 100,
      prompt_tokens: 10,
      completion_tokens: 5,
      use_time: 1,
      is_stream: 1,
      channel_id: gateway.channelIds[0] ?? 0,
      token_id: 0,
      group: 'default',
      ip: '192.0.2.9',
      request_id: '',
      other: '{}',
      ...row,
    })
  }
  await db.close()
}

const list = async (query = '') => (await admin.get(`/api/log/?${query}`)).body.data
const total = async (query: string) => (await list(query)).total

test('admins see every row with the name of its channel, newest first', async () => {
  const page = await list('p=1&page_size=100&type=2')
  expect(page).toMatchObject({ total: 4, page: 1, page_size: 100 })
  expect(page.items.map((row: ApiBody) => row.created_at - NOW)).toEqual([-10, -20, -30, -4000])
  expect(page.items[2]).toEqual({
    id: expect.any(Number),
    user_id: user.id,
    created_at: NOW - 30,
    type: 2,
    content: 'a call',
    username: 'user-2',
    token_name: 'app',
    model_name: 'gpt-4o',
    quota: 100,
    prompt_tokens: 10,
    completion_tokens: 5,
    use_time: 1,
    is_stream: true,
    channel: gateway.channelIds[0],
    channel_name: 'main channel',
    token_id: 0,
    group: 'vip',
    ip: '192.0.2.9',
    request_id: '',
    client: '',
    session: '',
    tags: '',
    duration_ms: 0,
    other: OTHER,
    calls: 1,
  })
})

test('filters are exact, combine, and take wildcards literally', async () => {
  expect(await total('type=0&group=vip')).toBe(1)
  expect(await total('token_name=other')).toBe(1)
  expect(await total('model_name=gpt_4o')).toBe(1)
  expect(await total('model_name=gpt%25')).toBe(0)
  expect(await total('username=user%25')).toBe(0)
  expect(await total(`channel=${gateway.channelIds[0]}&group=vip`)).toBe(1)
  expect(await total('channel=999')).toBe(0)
  expect(await total(`type=2&start_timestamp=${NOW - 30}&end_timestamp=${NOW - 20}`)).toBe(2)
  expect(await total('type=2&start_timestamp=NaN')).toBe(4)
})

test('a name stands for whoever has it, under whatever name the rows were written', async () => {
  const { username } = (await gateway.services.users.show(admin.id)) ?? {}
  const { items } = await list(`username=${username}&type=2`)
  expect(items).toMatchObject([{ username: 'somebody', user_id: admin.id }])
})

test('users see their own rows, without what concerns channels, under their real ids', async () => {
  for (const path of ['/api/log/self', '/api/log/self/']) {
    const { data } = (await user.get(`${path}?p=1&page_size=10`)).body
    expect(data).toMatchObject({ total: 3, page: 1, page_size: 10 })
    const [newest, older, oldest] = data.items
    expect(newest).toMatchObject({ channel: 0, channel_name: '', other: '{"model_ratio":1.25}' })
    // Front ends read the details of a call without asking whether there are any.
    expect([older.other, oldest.other]).toEqual(['{}', ''])
    expect(newest.id).toBeGreaterThan(older.id)
  }
  const foreign = await user.get('/api/log/self?username=somebody&channel=1')
  expect(foreign.body.data.total).toBe(3)
})

test('the search finds a type or the beginning of a text', async () => {
  const found = async (caller: ApiCaller, path: string) =>
    (await caller.get(path)).body.data.map((row: ApiBody) => row.created_at - NOW)
  expect(await found(admin, '/api/log/search?keyword=50%25')).toEqual([-5000])
  expect(await found(admin, '/api/log/search?keyword=%25')).toEqual([])
  expect(await found(admin, '/api/log/search?keyword=off')).toEqual([])
  expect(await found(user, '/api/log/self/search?keyword=2')).toEqual([-30, -4000])
  expect(await found(user, '/api/log/self/search?keyword=a%20call')).toEqual([-30, -4000])
})

test('totals are of consumption; rates of the last minute whatever time is asked for', async () => {
  const stat = async (caller: ApiCaller, path: string) => (await caller.get(path)).body.data
  expect(await stat(admin, '/api/log/stat')).toEqual({ quota: 400, rpm: 3, tpm: 45 })
  expect(await stat(admin, '/api/log/stat?type=1')).toEqual({ quota: 400, rpm: 3, tpm: 45 })
  const past = `start_timestamp=${NOW - 5000}&end_timestamp=${NOW - 1000}`
  expect(await stat(admin, `/api/log/stat?${past}`)).toEqual({ quota: 100, rpm: 3, tpm: 45 })
  expect(await stat(user, '/api/log/self/stat')).toEqual({ quota: 200, rpm: 1, tpm: 15 })
  const foreign = await stat(user, '/api/log/self/stat?username=somebody')
  expect(foreign).toEqual({ quota: 200, rpm: 1, tpm: 15 })
  expect(await stat(admin, '/api/log/stat?model_name=none')).toEqual({ quota: 0, rpm: 0, tpm: 0 })
})

test('a key alone shows what was called with it, to any page', async () => {
  const key = gateway.keys[0] ?? ''
  const bare = key.replace('sk-', '')
  const nobody = apiClient(gateway)
  for (const authorization of [`Bearer ${key}`, bare]) {
    const answer = await nobody.get('/api/log/token', { headers: { authorization } })
    expect(answer.body).toMatchObject({ success: true, total: 1, page: 1, page_size: 10 })
    expect(answer.body.data).toMatchObject([{ created_at: NOW - 10, channel: 0 }])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
  expect((await nobody.get(`/api/log/token?key=${key}`)).body.data).toHaveLength(1)
  for (const query of ['', '?key=', '?key=sk-wrong']) {
    expect((await nobody.get(`/api/log/token${query}`)).body).toMatchObject({
      success: false,
      code: 'token.invalid',
    })
  }
})

test('root alone deletes, older than a time that must be given', async () => {
  const path = `/api/log/?target_timestamp=${NOW - 4000}`
  expect((await admin.delete(path)).body.code).toBe('permission.root_needed')
  expect((await root.delete('/api/log/')).body.code).toBe('log.time_missing')
  expect((await root.delete('/api/log/?target_timestamp=0')).body.code).toBe('log.time_missing')
  expect((await root.delete(path)).body).toEqual({ success: true, message: '', data: 1 })
  expect(await total('type=1')).toBe(0)
  expect(await total('model_name=gpt_4o')).toBe(1)
  const [audit] = await gateway.services.audit.list({ action: 'log.delete' })
  expect(audit).toMatchObject({ actor: 'root', after: `{"before_timestamp":${NOW - 4000}}` })
})
