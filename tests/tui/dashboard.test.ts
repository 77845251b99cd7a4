import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { CHANNEL_STATUS, LOG_TYPE } from '../../server/domain/status'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { KEY, openScreens, type ScreenOptions } from './screen-fixture'

const NOW = Math.floor(Date.now() / 1000)
const HOUR = 3600
const THIS_HOUR = NOW - (NOW % HOUR)

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann' }, { username: '张伟' }],
    tokens: [
      { name: 'quiet', username: 'ann' },
      { name: '失控的令牌', username: '张伟' },
    ],
    channels: [{ name: 'main' }, { name: '备用渠道' }],
  })
  await write()
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

async function openDashboard(options: ScreenOptions = {}) {
  const screen = await openScreens(gateway, options)
  await screen.press('D')
  return screen
}

async function write(): Promise<void> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const log = {
    user_id: gateway.userIds[0] ?? 0,
    created_at: NOW,
    type: LOG_TYPE.consumption,
    content: '',
    username: 'ann',
    token_name: 'quiet',
    model_name: 'gpt-4o',
    quota: 500_000,
    prompt_tokens: 1000,
    completion_tokens: 200,
    use_time: 1,
    is_stream: 0 as const,
    channel_id: 1,
    token_id: gateway.tokenIds[0] ?? 0,
    group: 'default',
    ip: '',
    request_id: '',
    other: '',
  }
  const wild = {
    ...log,
    user_id: gateway.userIds[1] ?? 0,
    username: '张伟',
    token_name: '失控的令牌',
    token_id: gateway.tokenIds[1] ?? 0,
    quota: 4_000_000,
  }
  const failed = { ...log, type: LOG_TYPE.error, quota: 0 }
  const yesterday = { ...log, created_at: NOW - 30 * HOUR, model_name: 'old-model' }
  await db.kysely.insertInto('logs').values([log, wild, failed, yesterday]).execute()
  const hour = { user_id: 7, username: 'ann', model_name: 'gpt-4o', token_used: 10 }
  await db.kysely
    .insertInto('quota_data')
    .values([
      { ...hour, created_at: THIS_HOUR, count: 3, quota: 4_500_000 },
      { ...hour, created_at: THIS_HOUR - 30 * HOUR, count: 5000, quota: 50_000_000 },
    ])
    .execute()
  await db.kysely
    .updateTable('channels')
    .set({
      status: CHANNEL_STATUS.auto_disabled,
      other_info: '{"status_reason":"401 invalid key"}',
    })
    .where('name', '=', '备用渠道')
    .execute()
  await db.close()
}

test('the first screen tells spend, failures, who spends and which channels are ill', async () => {
  using screen = await openDashboard()
  for (const text of [
    'Dashboard',
    'Failures 1 (25.0%)',
    'TPM 2,400',
    '> 失控的令牌',
    '+ Enabled 1',
    '! Auto-disabled 1',
    '备用渠道  401 invalid key',
    '█',
  ]) {
    await screen.shows(text)
  }
  expect(screen.lines().filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
  expect(screen.lines().length).toBeLessThanOrEqual(24)
})

test('a key takes a longer time, another a shorter one, and the curves follow', async () => {
  using screen = await openDashboard()
  await screen.shows('Last 24 hours')
  await screen.hides('$109.00')
  await screen.press('>')
  await screen.shows('Last 7 days')
  await screen.shows('$109.00')
  await screen.shows('old-model')
  await screen.press('<', '<', '<')
  await screen.shows('Last hour')
  await screen.hides('old-model')
})

test('a runaway token is opened from here and stopped', async () => {
  using screen = await openDashboard()
  await screen.shows('> 失控的令牌')
  await screen.press(KEY.enter)
  await screen.shows('username=张伟')
  await screen.shows('+ Enabled')
  await screen.press('d')
  await screen.shows('Disable the token 失控的令牌?')
  await screen.press('y')
  await screen.shows('- Disabled')
  await screen.press(KEY.esc)
  await screen.shows('Dashboard')
})

test('users and models are one column away', async () => {
  using screen = await openDashboard()
  await screen.shows('失控的令牌')
  await screen.press(KEY.left)
  await screen.shows('> 张伟')
  await screen.press('j', KEY.enter)
  await screen.shows('/ann')
  await screen.press(KEY.esc)
  await screen.shows('gpt-4o')
  await screen.press(KEY.tab, KEY.enter)
  await screen.shows('model_name=gpt-4o')
})

test.each([
  ['zh', 80, 24],
  ['zh', 200, 50],
  ['en', 200, 50],
] as const)('fits in %s at %d by %d', async (language, columns, rows) => {
  using screen = await openDashboard({ language, columns, rows })
  await screen.shows('失控的令牌')
  expect(screen.lines().filter((line) => Bun.stringWidth(line) > columns)).toEqual([])
  expect(screen.lines().length).toBeLessThanOrEqual(rows)
  if (columns === 200) await screen.shows(language === 'zh' ? '1 次' : '1 call')
})

test('the help tells the keys of the dashboard', async () => {
  using screen = await openDashboard()
  await screen.shows('失控的令牌')
  await screen.press('?')
  for (const text of ['A shorter time', 'A longer time', 'The column to the right']) {
    await screen.shows(text)
  }
})
