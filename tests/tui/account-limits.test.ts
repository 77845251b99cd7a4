import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
let root: ApiCaller
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, tokens: [{ name: 'app' }] })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const limits = async (subject: string) =>
  (await root.get(`/api/limit/?subject=${subject}`)).body.data

test('a limit is set, shown with what is used of it, changed and removed', async () => {
  using screen = await openScreen({ gateway, screen: 'limit', columns: 140 })
  await screen.press('n')
  await screen.shows('Add a limit', 'Applies to')
  await screen.press(KEY.tab)
  await screen.type(String(gateway.tokenIds[0]))
  await screen.press(KEY.tab, KEY.tab, KEY.tab)
  await screen.type('much')
  await screen.press(KEY.save)
  await screen.shows('Please enter a number that is not negative')
  await screen.press(KEY.clear)
  await screen.type('2.5')
  await screen.press(KEY.save)
  await screen.shows('token "app"', 'Budget (USD)', 'per day', '$2.50', '1 in all')
  expect(await limits('token')).toMatchObject([{ kind: 'budget', amount: 1_250_000 }])
  using narrow = await openScreen({ gateway, screen: 'limit', language: 'zh' })
  expect(tooWide(await narrow.shows('限制', '令牌“app”'), 80)).toEqual([])
  await screen.press('x')
  await screen.shows('Remove this limit')
  await screen.press('y')
  await screen.shows('0 in all')
  expect(await limits('token')).toEqual([])
})
