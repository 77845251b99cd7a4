import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann' }, { username: 'bob' }],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('makes an organisation, fills it, and puts somebody in', async () => {
  using screen = await openScreen({ gateway, screen: 'organisation' })
  await screen.shows('Organisations')
  await screen.press('n')
  await screen.shows('New organisation')
  await screen.type('acme')
  await screen.press(KEY.tab)
  await screen.press(KEY.tab)
  await screen.type('ann')
  await screen.press(KEY.save)
  const list = await screen.shows('acme', 'Active')
  expect(tooWide(list, 80)).toEqual([])
  const [firm] = (await gateway.services.organisations.list({})).items
  const members = () => gateway.services.organisations.members(firm?.id ?? 0)
  expect(await members()).toMatchObject([{ username: 'ann', role: 'owner' }])
  await screen.press('&')
  await screen.shows('Add a member')
  await screen.type('bob')
  await screen.press(KEY.save)
  await screen.shows('completed successfully')
  await screen.press('~')
  await screen.shows('ann (Owner), bob (Member)')
})
