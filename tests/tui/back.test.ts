/** Where Esc leads, what details can do, and what asks before it is done. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { KEY, openScreens } from './screen-fixture'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann' }],
    tokens: [{ name: 'first-token' }, { name: 'second-token' }],
    channels: [{ name: 'main', base_url: 'http://127.0.0.1:1' }],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

test('Esc ends a search first, then goes back screen by screen', async () => {
  using screen = await openScreens(gateway)
  await screen.press('u')
  await screen.shows('ann')
  await screen.press('t')
  await screen.shows('second-token')
  await screen.press('/')
  await screen.shows('Esc cancel')
  await screen.type('second')
  await screen.press(KEY.enter)
  await screen.shows('/second')
  await screen.hides('first-token')
  await screen.press(KEY.esc)
  await screen.shows('first-token')
  await screen.press(KEY.esc)
  await screen.shows('gw · Users')
  await screen.press(KEY.esc)
  await screen.shows('gw · Now')
})

test('a screen is found again as it was searched', async () => {
  using screen = await openScreens(gateway)
  await screen.press(':')
  await screen.type('tokens second')
  await screen.press(KEY.enter)
  await screen.shows('/second')
  await screen.press('c')
  await screen.shows('main')
  await screen.press(KEY.esc)
  await screen.shows('/second')
})

test('what can be done about a row can be done from its details', async () => {
  using screen = await openScreens(gateway)
  await screen.press('t')
  await screen.shows('second-token')
  await screen.press(KEY.enter)
  await screen.shows('Allowed addresses')
  await screen.press('d')
  await screen.shows('Disable the token')
  await screen.press('y')
  await screen.shows('Disabled')
})

test('a channel is copied only when asked twice, and stays off when it is off', async () => {
  using screen = await openScreens(gateway)
  await screen.press('c')
  await screen.shows('main')
  await screen.press('d')
  await screen.shows('- Disabled')
  await screen.press('C')
  await screen.shows('Make a copy of the channel main')
  await screen.press('n')
  await screen.press('C', 'y')
  await screen.shows('main_copy')
  const { items } = await gateway.services.channels.list()
  expect(items.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['main', 2],
    ['main_copy', 2],
  ])
})

test('a command that there is not is no success, one in capitals is', async () => {
  using screen = await openScreens(gateway)
  await screen.press(':')
  await screen.type('nonsense')
  await screen.press(KEY.enter)
  await screen.shows('! No such command: nonsense')
  await screen.press(':')
  await screen.type('TOKENS')
  await screen.press(KEY.enter)
  await screen.shows('Tokens')
})
