import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

const NOW = 1_750_000_000

let gateway: Gateway
let served: { readonly gateway: Gateway }
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  served = { gateway }
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await db.kysely
    .insertInto('midjourneys')
    .values([{ ...DRAWING, user_id: gateway.userIds[0] ?? 0 }, FAILED])
    .execute()
  await db.kysely.insertInto('tasks').values([SONG, LYRICS]).execute()
  await db.close()
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const DRAWING = {
  code: 1,
  user_id: 7,
  action: 'IMAGINE',
  mj_id: 'mj-done',
  prompt: '一只猫',
  prompt_en: 'a cat',
  description: '',
  state: '',
  submit_time: NOW * 1000,
  start_time: NOW * 1000,
  finish_time: NOW * 1000 + 42_500,
  image_url: 'https://cdn.example/cat.png',
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  channel_id: 3,
  quota: 50_000,
  buttons: '[]',
  properties: '{}',
}
const FAILED = {
  ...DRAWING,
  mj_id: 'mj-failed',
  action: 'UPSCALE',
  status: 'FAILURE',
  finish_time: 0,
  fail_reason: 'banned prompt detected',
  channel_id: 4,
}
const SONG = {
  created_at: NOW,
  updated_at: NOW,
  task_id: 'song-1',
  platform: 'suno',
  user_id: 7,
  channel_id: 3,
  quota: 5000,
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: NOW,
  start_time: NOW,
  finish_time: NOW + 90,
  progress: '100%',
  properties: '{"input":"a song about rain"}',
  data: '[{"title":"drops"}]',
}
const LYRICS = {
  ...SONG,
  task_id: 'lyrics-1',
  action: 'LYRICS',
  status: 'QUEUED',
  finish_time: 0,
  progress: '',
}

describe('drawings', () => {
  test('show how long they took, what became of them, and all of it in the detail', async () => {
    using screen = await openScreen({ ...served, screen: 'drawing', columns: 160 })
    const list = await screen.shows('mj-done', 'mj-failed', '! Failed', '+ Succeeded')
    expect(list).toContain('42.5')
    await screen.press(KEY.enter)
    const detail = await screen.shows('banned prompt detected', 'https://cdn.example/cat.png')
    expect(tooWide(detail, 160)).toEqual([])
  })

  test('are found by their id and their channel', async () => {
    using screen = await openScreen({ ...served, screen: 'drawing' })
    await screen.shows('2 in all')
    await screen.openFilters()
    await screen.type('3')
    await screen.press(KEY.save)
    await screen.shows('channel_id=3', '1 in all')
    await screen.press('F')
    await screen.shows('2 in all')
    await screen.search('mj-failed')
    await screen.shows('1 in all')
    await screen.openFilters()
    await screen.type('three')
    await screen.press(KEY.save)
    await screen.shows('Channel ID has to be a whole number')
  })

  test('fit in Chinese at 80 by 24', async () => {
    using screen = await openScreen({ ...served, screen: 'drawing', language: 'zh' })
    expect(tooWide(await screen.shows('绘图', '共 2 条'), 80)).toEqual([])
  })
})

describe('tasks', () => {
  test('tell what was asked for and what the upstream said', async () => {
    using screen = await openScreen({ ...served, screen: 'task', columns: 160, rows: 60 })
    const list = await screen.shows('song-1', 'lyrics-1', 'Queued', 'Music')
    expect(tooWide(list, 160)).toEqual([])
    await screen.press('j', KEY.enter)
    await screen.shows('a song about rain', '"title": "drops"')
  })

  test('are filtered by what they do and where they stand', async () => {
    using screen = await openScreen({ ...served, screen: 'task' })
    await screen.shows('2 in all')
    await screen.openFilters()
    await screen.press(KEY.right, KEY.save)
    await screen.shows('action=MUSIC', '1 in all')
    await screen.openFilters()
    await screen.press(KEY.left, KEY.tab, KEY.right, KEY.right, KEY.right, KEY.save)
    await screen.shows('status=QUEUED', '1 in all')
  })
})

test('jobs are refunded and tried again by keys, and refusals are told', async () => {
  using screen = await openScreen({ ...served, screen: 'drawing', columns: 160 })
  await screen.shows('mj-done', 'mj-failed')
  // The newest first: the failed one was written last.
  await screen.press('Y')
  await screen.shows('Drawing job not found')
  await screen.press('j', '=')
  await screen.shows('Refund this job?', '$0.10')
  await screen.press('y')
  await screen.shows('The job is refunded')
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  expect(user.quota).toBe(PLENTY + 50_000)
  expect(await gateway.services.ledger.verify()).toEqual([])
})
