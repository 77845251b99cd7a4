/** Lists of the terminal screens: looking, searching, filtering, choosing, acting. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { KEY, openScreens } from './screen-fixture'

let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [{ name: '主渠道', tag: 'eu' }, { name: 'spare' }],
    users: [{ username: 'ann' }, { username: '张伟' }],
    tokens: [
      { name: 'quiet', username: 'ann', remain_quota: 900_000 },
      { name: '失控的令牌', username: '张伟', remain_quota: 900_000 },
    ],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const statusOf = async (at: number) =>
  (await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[at] ?? 0)).status

test('a runaway token is stopped in three keys', async () => {
  const keys = ['t', 'd', 'y']
  using screen = await openScreens(gateway)
  await screen.press(keys[0] ?? '')
  await screen.shows('失控的令牌')
  await screen.press(keys[1] ?? '')
  await screen.shows('Disable the token 失控的令牌?')
  await screen.press(keys[2] ?? '')
  await screen.shows('- Disabled')
  expect(await statusOf(1)).toBe(2)
  await screen.press('d')
  await screen.hides('- Disabled')
  expect(await statusOf(1)).toBe(1)
})

test('only y is a yes', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  await screen.press('d')
  await screen.shows('[y/n]')
  await screen.press(KEY.enter)
  await screen.hides('[y/n]')
  expect([await statusOf(0), await statusOf(1)]).toEqual([1, 1])
})

test('columns stand straight under Chinese names, and lines fit 80 columns', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('失控的令牌')
  const lines = screen.lines()
  const cellsBefore = (word: string) =>
    lines
      .filter((line) => line.includes(word))
      .map((line) => Bun.stringWidth(line.slice(0, line.indexOf(word))))
  expect(new Set(cellsBefore('+ Enabled')).size).toBe(1)
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
})

test('a wide terminal shows more columns, further ones come by scrolling', async () => {
  using narrow = await openScreens(gateway)
  await narrow.press('t')
  await narrow.shows('quiet')
  expect(narrow.lines().join()).not.toContain('Expires')
  await narrow.press(KEY.right, KEY.right)
  await narrow.shows('Expires')
  using wide = await openScreens(gateway, { columns: 200, rows: 50 })
  await wide.press('t')
  await wide.shows('Expires')
})

test('a search narrows the list, and clearing brings all back', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  await screen.press('/')
  await screen.type('失控')
  await screen.press(KEY.enter)
  await screen.hides('quiet')
  await screen.shows('/失控')
  await screen.press('F')
  await screen.shows('quiet')
})

test('a filter form narrows the list', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  await screen.press('f')
  await screen.shows('Filter')
  await screen.press(KEY.tab)
  await screen.type('ann')
  await screen.press(KEY.save)
  await screen.shows('username=ann')
  await screen.hides('失控的令牌')
})

test('the key of an own token is replaced after a question, and shown', async () => {
  const { tokens, users } = gateway.services
  using screen = await openScreens(gateway)
  const { id: userId } = await users.show('root')
  const mine = { user_id: userId, name: 'rotates', unlimited_quota: true }
  const [made] = await tokens.create(TEST_ACTOR, mine)
  await screen.press('t')
  await screen.press('/')
  await screen.type('rotates')
  await screen.press(KEY.enter)
  await screen.hides('失控的令牌')
  await screen.press('z')
  await screen.shows('Rotate the API key of rotates?')
  await screen.press('y')
  await screen.shows('New API key for rotates')
  const [now] = (await tokens.listOwn({ userId, keyword: 'rotates' })).items
  expect(now?.key).not.toBe(made?.key)
  await screen.shows(`sk-${now?.key}`)
  await tokens.revoke(TEST_ACTOR, now?.id ?? 0)
})

test('several rows are chosen and handled together', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  await screen.press('*')
  await screen.shows('2 selected')
  await screen.press('d')
  await screen.shows('2 selected?')
  await screen.press('y')
  await screen.shows('2 done')
  expect([await statusOf(0), await statusOf(1)]).toEqual([2, 2])
  await screen.hides('+ Enabled')
  await screen.press('*')
  await screen.shows('2 selected')
  await screen.press('d')
  await screen.shows('Enable: 2 selected?')
  await screen.press('y')
  await screen.hides('- Disabled')
  expect([await statusOf(0), await statusOf(1)]).toEqual([1, 1])
})

test('orders change by key and by command, and Tab completes commands', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('Spend↓')
  await screen.press('s')
  await screen.shows('Remaining↑')
  await screen.press('S')
  await screen.shows('Remaining↓')
  await screen.press(':')
  await screen.type('so')
  await screen.press(KEY.tab)
  await screen.type('na')
  await screen.press(KEY.tab, KEY.enter)
  await screen.shows('Name↑')
  await screen.press(':')
  await screen.type('nonsense')
  await screen.press(KEY.enter)
  await screen.shows('No such command: nonsense')
})

test('help tells every key, details tell hidden columns', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  await screen.press('?')
  await screen.shows('Keys and commands')
  await screen.shows('Select or unselect')
  await screen.press(KEY.esc)
  await screen.hides('Keys and commands')
  await screen.press(KEY.enter)
  await screen.shows('Allowed addresses')
})

test('keys that arrive at once act one after the other', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  const [, , , first = '', second = ''] = screen.lines()
  await screen.press('jd')
  await screen.shows('Disable the token')
  const name = second.includes('quiet') ? 'quiet' : '失控的令牌'
  expect(first).not.toBe('')
  await screen.shows(`Disable the token ${name}?`)
})

test('a search that arrives with its Enter, as over a slow line, is searched whole', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('quiet')
  await screen.press('/')
  await screen.shows('Esc cancel')
  await screen.press(`失控的令牌${KEY.enter}`)
  await screen.shows('/失控的令牌')
  await screen.hides('quiet')
})

test('who is banned or gone looks so at 80 columns', async () => {
  const make = async (username: string) =>
    await gateway.services.users.create(TEST_ACTOR, { username, password: 'correct horse' })
  await gateway.services.users.disable(TEST_ACTOR, (await make('banned')).id)
  await gateway.services.users.remove(TEST_ACTOR, (await make('gone')).id)
  using screen = await openScreens(gateway)
  await screen.press('u')
  await screen.shows('Role')
  const row = (name: string) => screen.lines().find((line) => line.includes(`  ${name} `))
  await screen.shows('banned')
  expect([row('banned'), row('gone'), row('ann')]).toEqual([
    expect.stringContaining('Banned'),
    expect.stringContaining('Deregistered'),
    expect.stringContaining('Active'),
  ])
})

test('Chinese readers get Chinese', async () => {
  using screen = await openScreens(gateway, { language: 'zh' })
  await screen.press('t')
  await screen.shows('已启用')
  expect(screen.lines().filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
  await screen.press(':')
  await screen.type('lang en')
  await screen.press(KEY.enter)
  await screen.shows('+ Enabled')
})

test('what an admin may not do is refused in the words of the gateway', async () => {
  using screen = await openScreens(gateway, { as: 'admin' })
  await screen.press('o')
  await screen.shows('! ')
})
