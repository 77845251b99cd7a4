import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { LOG_TYPE } from '../../server/domain/status'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const NOW = 1_750_000_000
const HOUR = 3600
const FULL = NOW - (NOW % HOUR)
const DAY = 24 * HOUR

let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => NOW * 1000 } })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  user = await api.as('user')
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const row = { token_used: 10, count: 1, quota: 100, model_name: 'gpt-4o', created_at: FULL }
  await db.kysely
    .insertInto('quota_data')
    .values([
      { ...row, user_id: user.id, username: 'user-2' },
      { ...row, user_id: user.id, username: 'user-2', model_name: 'other' },
      { ...row, user_id: admin.id, username: 'admin-1', quota: 7 },
      { ...row, user_id: user.id, username: 'user-2', created_at: FULL - 30 * DAY },
    ])
    .execute()
  await db.close()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const range = (from: number, to: number) => `start_timestamp=${from}&end_timestamp=${to}`

test('admins see all users added up by hour and model', async () => {
  const { body } = await admin.get(`/api/data/?${range(FULL, NOW)}&default_time=hour`)
  expect(body).toEqual({
    success: true,
    message: '',
    data: [
      {
        id: 0,
        user_id: 0,
        username: '',
        model_name: 'gpt-4o',
        created_at: FULL,
        token_used: 20,
        count: 2,
        quota: 107,
      },
      {
        id: 0,
        user_id: 0,
        username: '',
        model_name: 'other',
        created_at: FULL,
        token_used: 10,
        count: 1,
        quota: 100,
      },
    ],
  })
})

test('or the rows of one user; nobody has no rows', async () => {
  const { body } = await admin.get(`/api/data?username=user-2&${range(FULL, NOW)}`)
  expect(body.data).toMatchObject([{ user_id: user.id, quota: 100 }, { model_name: 'other' }])
  expect((await admin.get('/api/data/?username=nobody')).body.data).toEqual([])
})

test('users see their own rows, whoever they ask for', async () => {
  for (const path of ['/api/data/self', '/api/data/self/']) {
    const { body } = await user.get(`${path}?username=admin-1&${range(FULL, NOW)}`)
    expect(body.data.map(({ quota }: { quota: number }) => quota)).toEqual([100, 100])
  }
  expect((await user.get('/api/data/')).body.code).toBe('permission.denied')
})

test('a month and an hour is allowed, more than 31 days is not', async () => {
  const month = await user.get(`/api/data/self?${range(FULL - 30 * DAY, FULL + HOUR)}`)
  expect(month.body.data).toHaveLength(3)
  for (const caller of [user, admin]) {
    const path = caller === user ? '/api/data/self' : '/api/data/'
    const { status, body } = await caller.get(`${path}?${range(NOW - 32 * DAY, NOW)}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, code: 'log.range_too_long' })
    expect(body.message).toContain('31')
  }
})

test('without times the last day is shown', async () => {
  expect((await user.get('/api/data/self?start_timestamp=NaN')).body.data).toHaveLength(2)
})

describe('what the log adds up to', () => {
  beforeAll(async () => {
    const db = await openDatabase(`${gateway.dataDir}/gw.db`)
    const log = {
      user_id: user.id,
      created_at: FULL + 60,
      type: LOG_TYPE.consumption,
      content: '',
      username: 'user-2',
      token_name: 'app',
      model_name: 'gpt-4o',
      quota: 100,
      prompt_tokens: 1,
      completion_tokens: 1,
      use_time: 1,
      is_stream: 0 as const,
      channel_id: 1,
      token_id: 5,
      group: 'default',
      ip: '',
      request_id: '',
      other: '',
    }
    const failed = { ...log, type: LOG_TYPE.error, quota: 0 }
    await db.kysely
      .insertInto('logs')
      .values([
        log,
        { ...log, token_id: 6, token_name: 'other app', quota: 30 },
        { ...log, model_name: 'other', quota: 250 },
        { ...log, user_id: admin.id, username: 'admin-1', token_id: 7, quota: 200 },
        { ...log, created_at: FULL - 2 * HOUR, quota: 9000 },
        failed,
        { ...failed, created_at: FULL + 61 },
        { ...failed, created_at: FULL - 1 },
      ])
      .execute()
    await db.close()
  })

  test('failures are counted by the hour', async () => {
    const { body } = await admin.get(`/api/data/failures?${range(FULL - HOUR, NOW)}`)
    expect(body.data).toEqual({
      counted_from: FULL - HOUR,
      hours: [
        { created_at: FULL - HOUR, count: 1 },
        { created_at: FULL, count: 2 },
      ],
    })
  })

  test('users, tokens and models are told by what they spent in the time', async () => {
    const { body } = await admin.get(`/api/data/top?${range(FULL, NOW)}`)
    const { users, tokens, models, counted_from } = body.data
    expect(counted_from).toBe(FULL)
    expect(users).toEqual([
      { id: user.id, name: 'user-2', owner: '', quota: 380, count: 3 },
      { id: admin.id, name: 'admin-1', owner: '', quota: 200, count: 1 },
    ])
    expect(tokens.map(({ name, quota }: ApiBody) => [name, quota])).toEqual([
      ['app', 350],
      ['app', 200],
      ['other app', 30],
    ])
    expect(tokens[1].owner).toBe('admin-1')
    expect(models).toEqual([
      { id: 0, name: 'gpt-4o', owner: '', quota: 330, count: 3 },
      { id: 0, name: 'other', owner: '', quota: 250, count: 1 },
    ])
  })

  test('neither is for users, nor for more than 31 days', async () => {
    for (const path of ['/api/data/failures', '/api/data/top']) {
      expect((await user.get(path)).body.code).toBe('permission.denied')
      const long = await admin.get(`${path}?${range(NOW - 32 * DAY, NOW)}`)
      expect(long.body.code).toBe('log.range_too_long')
    }
  })
})
