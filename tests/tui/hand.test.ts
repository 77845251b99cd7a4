/** Filtering as one types, taking back, copying, and the help. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { KEY, openScreens, type ScreenProbe } from './screen-fixture'

const UNDO = '\u001a'
const COPY = '\u0019'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann' }],
    tokens: [{ name: 'first-token' }, { name: 'second-token' }],
    channels: [{ name: 'main' }, { name: 'spare' }],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

async function at(hotkey: string, text: string): Promise<ScreenProbe> {
  const screen = await openScreens(gateway)
  await screen.press(hotkey)
  await screen.shows(text)
  return screen
}

test('a list narrows at every key, and is whole again after Esc', async () => {
  using screen = await at('t', 'first-token')
  await screen.press('/')
  await screen.shows('Esc cancel')
  await screen.type('sec')
  await screen.hides('first-token')
  await screen.shows('second-token')
  await screen.press(KEY.erase, KEY.erase, KEY.erase)
  await screen.shows('first-token')
  await screen.type('nothing')
  await screen.shows('Nothing matches')
  await screen.press(KEY.esc)
  await screen.shows('first-token')
})

test('rows that were disabled together are enabled together again', async () => {
  const statuses = async () => {
    const { items } = await gateway.services.channels.list()
    return items.map(({ status }) => status)
  }
  using screen = await at('c', 'spare')
  await screen.press('*', 'd')
  await screen.shows('2 selected')
  await screen.press('y')
  await screen.shows('^Z undo: Disable 2')
  expect(await statuses()).toEqual([2, 2])
  await screen.press(UNDO)
  await screen.shows('Undone: Disable 2')
  expect(await statuses()).toEqual([1, 1])
  await screen.hides('- Disabled')
})

test('an edit is taken back, unless somebody has changed it since', async () => {
  const [, id = 0] = gateway.tokenIds
  const name = async () => (await gateway.services.tokens.show(TEST_ACTOR, id)).name
  const rename = async (screen: ScreenProbe, to: string) => {
    await screen.press('e')
    await screen.shows('^S save')
    await screen.press(KEY.clear)
    await screen.type(to)
    await screen.press(KEY.save)
    await screen.shows('^Z undo: Edit')
  }
  using screen = await at('t', 'second-token')
  await screen.press('/')
  await screen.type('second')
  await screen.press(KEY.enter)
  await screen.hides('first-token')
  await rename(screen, 'second-mine')
  expect(await name()).toBe('second-mine')
  await screen.press(UNDO)
  await screen.shows('Undone: Edit second-token')
  expect(await name()).toBe('second-token')
  await rename(screen, 'second-mine')
  await gateway.services.tokens.set(TEST_ACTOR, { id, name: 'second-theirs' })
  await screen.press(UNDO)
  await screen.shows('second-theirs')
  expect(await name()).toBe('second-theirs')
})

test('what is chosen is copied, a name a line', async () => {
  using screen = await at('c', 'spare')
  await screen.press('*', COPY)
  await screen.shows('Copied: ')
})

test('the help is in groups, and most of it is seen at once', async () => {
  using screen = await at('t', 'first-token')
  await screen.press('?')
  for (const text of ['On this screen', 'Freeze', 'Moving', 'Columns to the right']) {
    await screen.shows(text)
  }
  await screen.press('\u001b[6~')
  for (const text of ['Everywhere', 'Undo the last change', 'Screens']) await screen.shows(text)
  await screen.press('G')
  await screen.shows(':undo')
})
