import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const NOW_MS = 1_750_000_000_000
const NOW = NOW_MS / 1000
let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  admin = await api.as('admin')
  user = await api.as('user')
  await write()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

/** Twelve drawings of the user, one of the admin with a picture; two songs. */
async function write(): Promise<void> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const drawing = (index: number) => ({
    code: 1,
    user_id: user.id,
    action: 'IMAGINE',
    mj_id: `mj-${index}`,
    prompt: 'a cat',
    prompt_en: 'a cat',
    description: '',
    state: '',
    submit_time: NOW_MS + index,
    start_time: 0,
    finish_time: 0,
    image_url: '',
    status: 'SUBMITTED',
    progress: '0%',
    fail_reason: '',
    channel_id: 3,
    quota: 5,
    buttons: '[]',
    properties: '{}',
  })
  const drawings = Array.from({ length: 12 }, (_, index) => drawing(index))
  const painted = { ...drawing(12), user_id: admin.id, image_url: 'https://cdn.example/1.png' }
  await db.kysely
    .insertInto('midjourneys')
    .values([...drawings, { ...painted, channel_id: 4 }])
    .execute()
  const song = {
    created_at: NOW,
    updated_at: NOW,
    task_id: 'song-1',
    platform: 'suno',
    user_id: user.id,
    channel_id: 3,
    quota: 5,
    action: 'MUSIC',
    status: 'SUCCESS',
    fail_reason: '',
    submit_time: NOW,
    start_time: NOW,
    finish_time: NOW,
    progress: '100%',
    properties: '{"input":"rain"}',
    data: '[{"id":1}]',
  }
  const broken = { task_id: 'song-2', channel_id: 4, status: 'FAILURE', properties: '', data: '{' }
  await db.kysely
    .insertInto('tasks')
    .values([song, { ...song, ...broken }])
    .execute()
  await db.close()
}

const ids = async (caller: ApiCaller, path: string, field: string) =>
  (await caller.get(path)).body.data.map((row: ApiBody) => row[field])

test('drawings come ten at a time as a bare array, pages from 0, newest first', async () => {
  const { body } = await admin.get('/api/mj/?p=0')
  expect(body).toMatchObject({ success: true, total: 13, page: 1, page_size: 10 })
  expect(body.data).toHaveLength(10)
  expect(body.data[0]).toMatchObject({ mj_id: 'mj-12', channel_id: 4, progress: '0%' })
  expect(await ids(admin, '/api/mj/?p=1', 'mj_id')).toEqual(['mj-2', 'mj-1', 'mj-0'])
  expect(await ids(admin, '/api/mj?p=9', 'mj_id')).toEqual([])
})

test('drawings are filtered by channel, id and milliseconds', async () => {
  expect(await ids(admin, '/api/mj/?channel_id=4', 'mj_id')).toEqual(['mj-12'])
  expect(await ids(admin, '/api/mj/?mj_id=mj-7', 'mj_id')).toEqual(['mj-7'])
  expect(await ids(admin, '/api/mj/?mj_id=mj%25', 'mj_id')).toEqual([])
  const range = `start_timestamp=${NOW_MS + 3}&end_timestamp=${NOW_MS + 4}`
  expect(await ids(admin, `/api/mj/?${range}`, 'mj_id')).toEqual(['mj-4', 'mj-3'])
})

test('users see their own drawings without the channel', async () => {
  for (const path of ['/api/mj/self', '/api/mj/self/']) {
    const { body } = await user.get(`${path}?channel_id=4`)
    expect(body.total).toBe(12)
    expect(new Set(body.data.map((row: ApiBody) => row.channel_id))).toEqual(new Set([0]))
  }
  expect((await user.get('/api/mj/')).body.code).toBe('permission.denied')
})

test('pictures keep the address they have, because nothing of ours shows them yet', async () => {
  const url = async () => (await admin.get('/api/mj/?mj_id=mj-12')).body.data[0].image_url
  expect(await url()).toBe('https://cdn.example/1.png')
  const key = 'ServerAddress'
  await gateway.services.options.set(TEST_ACTOR, { key, value: 'https://gw.example' })
  expect(await url()).toBe('https://cdn.example/1.png')
  expect((await admin.get('/api/mj/?mj_id=mj-1')).body.data[0].image_url).toBe('')
})

test('tasks have their JSON read; what is no JSON is nothing', async () => {
  const { body } = await admin.get('/api/task/?p=0&start_timestamp=NaN')
  expect(body).toMatchObject({ total: 2, page: 1, page_size: 10 })
  expect(body.data).toMatchObject([
    { task_id: 'song-2', properties: {}, data: null, progress: '100%' },
    { task_id: 'song-1', properties: { input: 'rain' }, data: [{ id: 1 }], channel_id: 3 },
  ])
})

test('tasks are filtered by every field, the channel included', async () => {
  const found = (query: string) => ids(admin, `/api/task/?${query}`, 'task_id')
  expect(await found('channel_id=4')).toEqual(['song-2'])
  expect(await found('status=SUCCESS')).toEqual(['song-1'])
  expect(await found('task_id=song-1&platform=suno&action=MUSIC')).toEqual(['song-1'])
  expect(await found('action=LYRICS')).toEqual([])
  expect(await found(`start_timestamp=${NOW + 1}`)).toEqual([])
})

test('users see their own tasks without the channel; others none', async () => {
  expect(await ids(user, '/api/task/self/?channel_id=4', 'channel_id')).toEqual([0, 0])
  expect(await ids(admin, '/api/task/self', 'task_id')).toEqual([])
  expect((await user.get('/api/task/')).body.code).toBe('permission.denied')
})

test('jobs are counted by status, whichever is asked for, and sorted as asked for', async () => {
  const done = (await admin.get('/api/mj/?status=SUBMITTED&channel_id=3')).body
  expect(done).toMatchObject({ total: 12, states: [{ status: 'SUBMITTED', count: 12 }] })
  expect((await admin.get('/api/mj/?status=FAILURE')).body).toMatchObject({
    total: 0,
    data: [],
    states: [{ status: 'SUBMITTED', count: 13 }],
  })
  const oldest = await ids(admin, '/api/mj/?sort=submit_time&order=asc&page_size=2', 'mj_id')
  expect(oldest).toEqual(['mj-0', 'mj-1'])
  const { states } = (await user.get('/api/task/self')).body
  expect(states).toContainEqual({ status: 'SUCCESS', count: 1 })
  const costs: number[] = await ids(admin, '/api/task/?sort=quota', 'quota')
  expect(costs).toEqual(costs.toSorted((a, b) => b - a))
  expect((await admin.get('/api/task/?sort=data')).body.success).toBe(false)
})
