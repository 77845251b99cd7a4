/** `gw limit`: what an operator sets and sees. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell
beforeAll(async () => {
  shell = openShell()
  await shell.text(['user', 'create', 'ann', '--password', 'correct horse'])
  await shell.text(['token', 'create', 'app', '--user', 'ann'])
})
afterAll(() => shell.remove())

const SET = [
  [
    ['token', 'app', '--budget', '5', '--per', 'day', '--zone', 'europe/berlin', '--from', '6'],
    {
      ...{ subject: 'token', kind: 'budget', window: 'day', amount: 2_500_000 },
      ...{ zone: 'Europe/Berlin', start_hour: 6, used: 0, left: 2_500_000, set_by: 'admin' },
    },
  ],
  [['user', 'ann', '--requests', '60'], { subject: 'user', kind: 'requests', window: 'minute' }],
  [['user', 'ann', '--tokens', '9', '--per', '5h'], { kind: 'tokens', window: '5h', amount: 9 }],
  [['group', 'default', '--concurrency', '4'], { key: 'default', window: 'now', amount: 4 }],
] as const

test.each(SET)('limit set %j prints what holds now', async (args, wanted) => {
  expect(await shell.json(['limit', 'set', ...args])).toMatchObject(wanted)
})

test('what they count is said in Chinese', async () => {
  const listed = await shell.text(['--lang', 'zh', 'limit', 'list'])
  for (const kind of ['预算', '请求数', 'Token 数', '并发数']) expect(listed).toContain(kind)
})

test('limits are listed, of all or of one, and deleted by their ids', async () => {
  const ids = async (...of: readonly string[]) =>
    (await shell.text(['limit', 'list', ...of, '--quiet'])).split('\n').filter(Boolean)
  expect(await ids()).toHaveLength(4)
  const [first = '', second] = await ids('user', 'ann')
  expect(second).toBeString()
  expect(await shell.json(['limit', 'delete', first, '--yes'])).toMatchObject({ kind: 'requests' })
  expect(await ids('user', 'ann')).toEqual([second ?? ''])
  expect((await shell.gw(['limit', 'delete', first, '--yes'])).code).toBe(3)
  const dry = ['limit', 'set', 'user', 'ann', '--requests', '1', '--dry-run']
  await shell.text(dry)
  expect(await ids('user', 'ann')).toHaveLength(1)
})

test.each([
  [['token', 'app']],
  [['token', 'app', '--requests', '1', '--tokens', '1']],
  [['planet', 'mars', '--requests', '1']],
  [['token', 'app', '--requests', '1', '--per', 'year']],
  [['token', 'app', '--concurrency', '1', '--per', 'day']],
  [['token', 'app', '--budget', 'much']],
])('limit set %j is wrong usage', async (args) => {
  expect((await shell.gw(['limit', 'set', ...args])).code).toBe(2)
})

/** When they reset depends on when they are asked for. */
async function amounts(): Promise<readonly unknown[]> {
  const rows = await shell.json(['limit', 'list'])
  return Array.isArray(rows) ? rows.map(({ id, amount, used }) => ({ id, amount, used })) : []
}

test.each([
  [2, ['token', 'app', '--requests', '1', '--zone', 'Mars/Olympus']],
  [2, ['token', 'app', '--requests', '1', '--from', '24']],
  [3, ['token', '99', '--requests', '1']],
  [3, ['user', 'nobody', '--requests', '1']],
  [3, ['channel', '7', '--requests', '1']],
  [3, ['group', 'nobodys', '--requests', '1']],
])('exits %d for limit set %j, and nothing is set', async (code, args) => {
  const before = await amounts()
  expect((await shell.gw(['limit', 'set', ...args])).code).toBe(code)
  expect(await amounts()).toEqual(before)
})
