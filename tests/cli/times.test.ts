/** What a table shows as a time can be asked for, in whatever zone the terminal stands. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { insertLog } from '../../db/tables/logs'
import { openShell, type Shell } from './cli-fixture'

/** 06:36:29 UTC, which is the afternoon in Shanghai and the evening before in New York. */
const AT = Date.UTC(2025, 10, 22, 6, 36, 29) / 1000

let shell: Shell
beforeAll(async () => {
  shell = openShell()
  await shell.gw(['user', 'create', 'ann', '--password', 'correct horse battery'])
  const db = await openDatabase(`${shell.dataDir}/gw.db`)
  const none = { quota: 0, prompt_tokens: 0, completion_tokens: 0, use_time: 0, channel_id: 0 }
  const texts = { token_name: '', model_name: '', group: '', ip: '', request_id: '', other: '' }
  const row = { ...none, ...texts, user_id: 1, username: 'ann', token_id: 0, is_stream: 0 as const }
  const day = 86_400
  const now = Math.floor(Date.now() / 1000)
  for (const created_at of [AT, now, now - 2 * day]) {
    await insertLog(db.kysely, { ...row, created_at, type: 4, content: String(created_at) })
  }
  await db.close()
})
afterAll(() => shell.remove())

const found = async (args: readonly string[], TZ = 'UTC') =>
  (
    await shell.text(['log', 'list', '--fields', 'content', '--output', 'ndjson', ...args], {
      env: { TZ },
    })
  )
    .split('\n')
    .filter((line) => line.includes(String(AT))).length

describe.each([
  ['UTC', '2025-11-22 06:36:29Z'],
  ['Asia/Shanghai', '2025-11-22 14:36:29+08:00'],
  ['America/New_York', '2025-11-22 01:36:29-05:00'],
  ['Asia/Kathmandu', '2025-11-22 12:21:29+05:45'],
])('in %s', (TZ, shown) => {
  test('a table shows the local time with its zone', async () => {
    const table = await shell.text(['log', 'list', '--filter', `created_at=${AT}`], { env: { TZ } })
    expect(table).toContain(shown)
  })

  test('what it shows finds the row again, with the zone and without', async () => {
    const local = shown.slice(0, 19)
    for (const time of [shown, local, `${shown.slice(0, 19)} ${shown.slice(19)}`.trim()]) {
      expect(await found(['--from', time, '--to', time], TZ)).toBe(1)
    }
    expect(
      await found(
        ['--from', `${local.slice(0, 16)}:30`, '--to', `${local.slice(0, 13)}:59:59`],
        TZ,
      ),
    ).toBe(0)
  })

  test('a day begins at midnight there', async () => {
    const day = shown.slice(0, 10)
    expect(await found(['--from', day, '--to', `${day} 23:59:59`], TZ)).toBe(1)
    expect(await found(['--to', day], TZ)).toBe(0)
  })

  test('a condition on a field reads times the same way', async () => {
    const local = shown.slice(0, 19)
    const same = ['--filter', `created_at>=${local}`, '--filter', `created_at<=${local}`]
    expect(await found(same, TZ)).toBe(1)
  })
})

test.each(['now', 'today', 'yesterday', 'Today'])('--from takes %s', async (word) => {
  const { code, stderr } = await shell.gw(['log', 'list', '--from', word])
  expect({ code, stderr }).toEqual({ code: 0, stderr: word === 'now' ? 'no rows\n' : '' })
})

test('yesterday ends where today begins', async () => {
  const rows = async (args: readonly string[]) =>
    JSON.parse(await shell.text(['log', 'list', ...args, '--json'])).length
  expect(await rows(['--from', 'today', '--to', 'now'])).toBe(1)
  expect(await rows(['--from', 'yesterday', '--to', 'today'])).toBe(0)
})

test.each(['tomorrow', '2026-13-01', '2025-11-22 25:00', 'soon'])('%s is no time', async (word) => {
  const { code, stderr } = await shell.gw(['log', 'list', '--from', word])
  expect(code).toBe(2)
  expect(stderr).toContain('--from')
})
